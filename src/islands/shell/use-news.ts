import { useEffect, useEffectEvent } from 'react';
import { onHearing, onNews } from '#lib/client/stores/live/events.ts';
import type { NewsKind } from '#lib/contract/events/stream.ts';

/**
 * Calls the newest `handler` at news of a kind, and once when the page begins to receive news: what changed between the
 * rendering of the page and that moment was announced to no one on it.
 */
export function useNews(kind: NewsKind, handler: () => void): void {
  const newest = useEffectEvent(handler);
  useEffect(() => {
    const call = () => newest();
    const ends = [onNews(kind, call), onHearing(call)];
    return () => {
      for (const end of ends) end();
    };
  }, [kind]);
}
