import { type KeyboardEvent, useState } from 'react';
import { pressedKey } from '../pressed-key.ts';

interface Options {
  count: number;
  onSpace: ((at: number, withShift: boolean) => void) | undefined;
  onEnter: ((at: number) => void) | undefined;
}

/** Attributes that make a row a keyboard stop. */
interface RowFocus {
  tabIndex: 0 | -1;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * One row of a table takes part in Tab, arrows, Home and End move between rows, Space ticks, Enter opens. Keys pressed
 * in a control inside a row stay that control's.
 */
export function useRowFocus({ count, onSpace, onEnter }: Options): (at: number) => RowFocus {
  const [wanted, setWanted] = useState(0);
  const last = Math.max(0, count - 1);
  const current = Math.min(wanted, last);

  function onKey(at: number, event: KeyboardEvent<HTMLElement>) {
    const row = event.currentTarget;
    if (event.target !== row || event.altKey || event.ctrlKey || event.metaKey) return;
    const go = (to: number) => {
      const next = row.parentElement?.children[to];
      if (next instanceof HTMLElement) next.focus();
    };
    const acts: Record<string, (() => void) | undefined> = {
      ArrowDown: () => go(Math.min(at + 1, last)),
      ArrowUp: () => go(Math.max(at - 1, 0)),
      Home: () => go(0),
      End: () => go(last),
      ' ': onSpace && (() => onSpace(at, event.shiftKey)),
      Enter: onEnter && (() => onEnter(at)),
    };
    const act = acts[pressedKey(event)];
    if (!act) return;
    // The page would scroll.
    event.preventDefault();
    act();
  }

  return (at) => ({
    tabIndex: at === current ? 0 : -1,
    onFocus: () => setWanted(at),
    onKeyDown: (event) => onKey(at, event),
  });
}
