import { type RefObject, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/**
 * Handles input made before hydration: React leaves it in the box and reports nothing. `onFound` is called with it
 * once; the ref belongs to the box.
 */
export function useEarly<Box extends HTMLInputElement | HTMLTextAreaElement>(
  onFound: (box: Box) => void,
): RefObject<Box | null> {
  const ref = useRef<Box>(null);
  // Before any re-render, which would write React's own state into the box. And in the commit that hydrates the box: a
  // press may follow directly.
  useLayoutEffect(() => {
    const box: Box | null = ref.current;
    if (box === null || !isChanged(box)) return;
    const found = { value: box.value, checked: 'checked' in box && box.checked };
    // After the effects of the island's owners, which set up what is called here; and rendered before a press is
    // handled.
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
 * The same for a select: the box fires `change` again when it is hydrated. A re-render in the meantime would restore
 * the old choice, and the browser's own `change` would then report that one. The ref belongs to the box.
 */
export function useEarlyChoice(): RefObject<HTMLSelectElement | null> {
  const ref = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    // Only the server writes the choice into the document; a box created in the browser has none.
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

/** React writes its own state into the defaults. */
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
