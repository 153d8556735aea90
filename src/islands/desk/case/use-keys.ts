import { useEffect, useRef } from 'react';
import { pressedKey } from '#islands/ui/pressed-key.ts';

/** Boxes in which a letter is a letter. */
const writing = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]';

/**
 * Single keys of a page that is worked by keyboard; with Ctrl, Alt or ⌘ they are the browser's, and while something is
 * written or a dialog is open they are letters.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
      if (document.querySelector('dialog[open]') !== null) return;
      if (event.target instanceof Element && event.target.closest(writing) !== null) {
        // Out of a box again, back to the keys.
        if (pressedKey(event) === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
        return;
      }
      const act = current.current[pressedKey(event).toLowerCase()];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
