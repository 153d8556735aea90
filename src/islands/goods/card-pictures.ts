import { pressedKey } from '#islands/ui/pressed-key.ts';

/**
 * The other pictures of a card: what draws them comes when a pointer rests on the first one, a finger draws it aside, or
 * an arrow is pressed on the card's name.
 */

const restMs = 250;
/** So far aside it is a swipe, px. */
const swipePx = 30;
let timer: ReturnType<typeof setTimeout> | undefined;
let touched: { place: HTMLElement; x: number } | undefined;
/** The card whose picture the last touch swiped. */
let drawn: HTMLElement | undefined;

function placeOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-pictures]') : null;
}

function open(place: HTMLElement, by: number): void {
  void import('./open-pictures.ts').then(
    ({ showPictures }) => showPictures(place, by),
    // The line was cut: the first picture stays, and the next rest asks again.
    () => undefined,
  );
}

document.addEventListener('pointerover', ({ target, pointerType }) => {
  clearTimeout(timer);
  const place = placeOf(target);
  if (place === null || pointerType !== 'mouse' || 'opened' in place.dataset) return;
  timer = setTimeout(() => open(place, 0), restMs);
});

document.addEventListener('pointerdown', ({ target, pointerType, clientX }) => {
  drawn = undefined;
  const place = pointerType === 'touch' ? placeOf(target) : null;
  touched = place === null ? undefined : { place, x: clientX };
});

document.addEventListener('pointerup', ({ clientX }) => {
  const begun = touched;
  touched = undefined;
  if (begun === undefined || Math.abs(clientX - begun.x) < swipePx) return;
  drawn = begun.place;
  open(begun.place, clientX < begun.x ? 1 : -1);
});

// The page is scrolled instead.
document.addEventListener('pointercancel', () => {
  touched = undefined;
});

// A finger that has drawn did not press: should a click follow, the link is not. Most often none does, and the next touch
// is a press like any other.
document.addEventListener(
  'click',
  (event) => {
    if (drawn !== undefined && placeOf(event.target) === drawn) event.preventDefault();
    drawn = undefined;
  },
  { capture: true },
);

document.addEventListener('keydown', (event) => {
  const key = pressedKey(event);
  const { target } = event;
  if ((key !== 'ArrowRight' && key !== 'ArrowLeft') || event.altKey || event.ctrlKey || event.metaKey) return;
  const name = target instanceof HTMLAnchorElement ? target.closest('h2, h3') : null;
  const place = name?.closest('[data-goods]')?.querySelector<HTMLElement>('[data-pictures]');
  if (!place) return;
  event.preventDefault();
  open(place, key === 'ArrowRight' ? 1 : -1);
});
