import { type RefObject, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/**
 * What was typed or ticked before the page came to life counts too: React keeps it in the box and reports nothing. `onFound`
 * hears of it once; the ref belongs to the box.
 */
export function useEarly<Box extends HTMLInputElement | HTMLTextAreaElement>(
  onFound: (box: Box) => void,
): RefObject<Box | null> {
  const ref = useRef<Box>(null);
  // Before anything is drawn again: that would write into the box what React believes to be there. And in the commit
  // that brings the box to life: a press may come right behind it.
  useLayoutEffect(() => {
    const box: Box | null = ref.current;
    if (box === null || !isChanged(box)) return;
    const found = { value: box.value, checked: 'checked' in box && box.checked };
    // After the effects of those who own the island, which set up what is called here; and drawn before a press is heard.
    queueMicrotask(() =>
      flushSync(() => {
        restore(box, found);
        onFound(box);
      }),
    );
  }, []);
  return ref;
}

/**
 * The same for a choice among few: the box says `change` once more when it is alive. What is drawn again in the meantime
 * would put the old choice back, and the browser's own `change` would then report that one. The ref belongs to the box.
 */
export function useEarlyChoice(): RefObject<HTMLSelectElement | null> {
  const ref = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    // Only the server writes the choice into the document; a box that was made in the browser has none there.
    const known = box?.querySelector<HTMLOptionElement>('option[selected]') ?? null;
    if (box === null || known === null || box.value === known.value) return;
    const chosen = box.value;
    queueMicrotask(() =>
      flushSync(() => {
        box.value = chosen;
        box.dispatchEvent(new Event('change', { bubbles: true }));
      }),
    );
  }, []);
  return ref;
}

/** React writes into the defaults what it believes to be there. */
function isChanged(box: HTMLInputElement | HTMLTextAreaElement): boolean {
  if ('checked' in box && box.type === 'radio') return box.checked && !box.defaultChecked;
  if ('checked' in box && box.type === 'checkbox') return box.checked !== box.defaultChecked;
  return box.value !== box.defaultValue;
}

function restore(
  box: HTMLInputElement | HTMLTextAreaElement,
  { value, checked }: { value: string; checked: boolean },
): void {
  box.value = value;
  if ('checked' in box) box.checked = checked;
}
