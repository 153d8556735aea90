import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { type Canned, findCanned } from '#lib/client/stores/desk/chat.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { type CannedValues, fillCanned } from '#lib/rules/chat/canned.ts';
import { findCannedWord, matchCanned } from '#lib/rules/chat/canned-search.ts';

interface Options {
  /** The text in the box. */
  typed: string;
  values: CannedValues;
  /** Puts the filled answer in place of what was typed. */
  onPick: (filled: { text: string; missing: readonly string[] }) => void;
}

/**
 * Canned answers by `/`: arrows move the mark, Enter or Tab takes the answer with its fields filled in, Esc closes the
 * list.
 */
export function useCanned({ typed, values, onPick }: Options) {
  const [all, setAll] = useState<readonly Canned[] | null>(null);
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState('');
  const word = typed === closed && typed !== '' ? null : findCannedWord(typed);
  const isAsked = word !== null;

  // Each slash loads the answers again, because colleagues write some too.
  useEffect(() => {
    if (!isAsked) return;
    let isGone = false;
    setAt(0);
    findCanned('').then(
      (list) => !isGone && setAll(list),
      (error: unknown) => !isGone && react(error),
    );
    return () => {
      isGone = true;
    };
  }, [isAsked]);

  const list = useMemo(() => (word === null || all === null ? [] : matchCanned(all, word)), [all, word]);
  const marked = Math.min(at, list.length - 1);

  function pick(row: Canned): void {
    onPick(fillCanned(row.text, values));
  }

  /** True where the key was for the list. */
  function onKey(event: KeyboardEvent): boolean {
    const key = pressedKey(event);
    const row = list[marked];
    if (word === null || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key === 'Escape') setClosed(typed);
    else if (row === undefined) return false;
    else if (key === 'Enter' || key === 'Tab') pick(row);
    else if (key === 'ArrowDown') setAt((marked + 1) % list.length);
    else if (key === 'ArrowUp') setAt((marked - 1 + list.length) % list.length);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return { isOpen: word !== null && all !== null, list, marked, pick, onKey };
}
