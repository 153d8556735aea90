import { useEffect, useState } from 'react';
import { type SearchType, suggest } from '#lib/client/suggestions.ts';
import { suggestDelay } from '#lib/contract/constants.ts';
import type { Suggestion } from '#lib/contract/goods/calls.ts';

/** idle: no request · searching: typed, no response yet · done: the list is the response, perhaps empty. */
export interface Proposed {
  state: 'idle' | 'searching' | 'done';
  list: Suggestion[];
}

const idle: Proposed = { state: 'idle', list: [] };

/**
 * Suggestions for a text, after a pause of half a second. An empty text clears them; a response to an older text is
 * dropped.
 */
export function useSuggestions(type: SearchType, text: string): Proposed {
  const [proposed, setProposed] = useState<Proposed>(idle);
  const keywords = text.trim();

  useEffect(() => {
    if (!keywords) {
      setProposed(idle);
      return;
    }
    let isCurrent = true;
    const show = (next: Proposed) => {
      if (isCurrent) setProposed(next);
    };
    setProposed({ state: 'searching', list: [] });
    const timer = setTimeout(() => {
      suggest(type, keywords).then(
        (list) => show({ state: 'done', list }),
        // Proposals are a help: without them the search itself still works.
        () => show({ state: 'done', list: [] }),
      );
    }, suggestDelay);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [type, keywords]);

  return proposed;
}
