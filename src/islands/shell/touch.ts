/** What hydrates a sleeping island: the pointer, the focus, or an early press (early-presses replays it). */
const touches = ['pointerover', 'focusin', 'press'];

/** Calls `wake` once, with the first touch of the island. */
export function whenTouched(island: HTMLElement, wake: () => void): void {
  const touched = () => {
    for (const touch of touches) island.removeEventListener(touch, touched, true);
    wake();
  };
  for (const touch of touches) island.addEventListener(touch, touched, true);
  // The focus may have been quicker than the script.
  if (island.contains(document.activeElement)) touched();
}
