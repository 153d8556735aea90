import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/**
 * What was typed or ticked before the page came to life counts too: React keeps it in the box and tells nobody. `tell`
 * hears of it once; the ref belongs to the box.
 */
export function useEarly<Box extends HTMLInputElement | HTMLTextAreaElement>(
  tell: (box: Box) => void,
): RefObject<Box | null> {
  const ref = useRef<Box>(null);
  useEffect(() => {
    const box = ref.current;
    // After the effects of those who own the island, who set up what is told here; and drawn before a press is heard.
    if (box && isChanged(box)) queueMicrotask(() => flushSync(() => tell(box)));
  }, []);
  return ref;
}

/** React writes into the defaults what it believes to be there. */
function isChanged(box: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (box.type === 'radio')
    return (box as HTMLInputElement).checked && !(box as HTMLInputElement).defaultChecked;
  if (box.type === 'checkbox')
    return (box as HTMLInputElement).checked !== (box as HTMLInputElement).defaultChecked;
  return box.value !== box.defaultValue;
}
