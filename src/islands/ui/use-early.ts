import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/**
 * What was typed or ticked before the page came to life counts too: React keeps it in the box and reports nothing. `onFound`
 * hears of it once; the ref belongs to the box.
 */
export function useEarly<Box extends HTMLInputElement | HTMLTextAreaElement>(
  onFound: (box: Box) => void,
): RefObject<Box | null> {
  const ref = useRef<Box>(null);
  useEffect(() => {
    const box = ref.current;
    // After the effects of those who own the island, which set up what is called here; and drawn before a press is heard.
    if (box && isChanged(box)) queueMicrotask(() => flushSync(() => onFound(box)));
  }, []);
  return ref;
}

/** React writes into the defaults what it believes to be there. */
function isChanged(box: HTMLInputElement | HTMLTextAreaElement): boolean {
  if ('checked' in box && box.type === 'radio') return box.checked && !box.defaultChecked;
  if ('checked' in box && box.type === 'checkbox') return box.checked !== box.defaultChecked;
  return box.value !== box.defaultValue;
}
