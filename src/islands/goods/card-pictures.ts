/** The other pictures of a card: what draws them comes when a pointer rests on the first one. */

const restMs = 250;
let timer: ReturnType<typeof setTimeout> | undefined;

document.addEventListener('pointerover', ({ target, pointerType }) => {
  clearTimeout(timer);
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-pictures]') : null;
  if (place === null || pointerType !== 'mouse' || 'opened' in place.dataset) return;
  timer = setTimeout(
    () =>
      void import('./open-pictures.ts').then(
        ({ openPictures }) => openPictures(place),
        // The line was cut: the first picture stays, and the next rest asks again.
        () => undefined,
      ),
    restMs,
  );
});
