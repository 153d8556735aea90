import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/**
 * What was typed or ticked before the page came to life counts too: React keeps it in the box and reports nothing. `onFound`
 * hears of it once; the ref belongs to the box.
 */
export function useEarly<Box extends HTMLInputElement | HTMLTextAreaElement>(
  onFound: (box: Box) => void,
): RefObject<Box | null> {
  const ref = useRef<Box>(null);
  const early = useRef<{ value: string; checked: boolean }>(undefined);
  // Before anything is drawn again: that would write into the box what React believes to be there.
  useLayoutEffect(() => {
    const box = ref.current;
    if (box && isChanged(box)) early.current = { value: box.value, checked: 'checked' in box && box.checked };
  }, []);
  useEffect(() => {
    const box: Box | null = ref.current;
    const found = early.current;
    if (box === null || found === undefined) return;
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
