import { pressedKey } from '#islands/ui/pressed-key.ts';

/** The pictures on an item's page: thumbnails and arrows move between them, and the shown one is announced. */

const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;

function wake(gallery: HTMLElement): void {
  const track = gallery.querySelector<HTMLElement>('[data-track]');
  const thumbs = gallery.querySelector<HTMLElement>('[data-thumbs]');
  if (track === null || thumbs === null) return;
  const buttons = () => [...thumbs.querySelectorAll<HTMLButtonElement>('[data-show]')];
  const shownAt = () => Math.round(track.scrollLeft / Math.max(1, track.clientWidth));
  const go = (to: number) => {
    const at = Math.min(Math.max(to, 0), buttons().length - 1);
    track.scrollTo({ left: at * track.clientWidth, behavior: isCalm ? 'auto' : 'smooth' });
    const announced = gallery.querySelector('[data-told]');
    if (announced) announced.textContent = `第${at + 1}张，共${buttons().length}张`;
    return at;
  };
  thumbs.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-show]') : null;
    if (button) go(Number(button.dataset.show));
  });
  gallery.addEventListener('keydown', (event) => {
    // A film handles its own keys.
    if (event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps: Record<string, number> = {
      ArrowRight: shownAt() + 1,
      ArrowLeft: shownAt() - 1,
      Home: 0,
      End: buttons().length - 1,
    };
    const to = steps[pressedKey(event)];
    if (to === undefined) return;
    event.preventDefault();
    const at = go(to);
    if (event.target instanceof HTMLButtonElement) buttons()[at]?.focus();
  });
  track.addEventListener(
    'scroll',
    () => {
      const shown = shownAt();
      // An invisible film is paused.
      for (const [at, slide] of [...track.children].entries())
        if (at !== shown) slide.querySelector('video')?.pause();
      for (const [at, button] of buttons().entries()) {
        if (at === shown) button.setAttribute('aria-current', 'true');
        else button.removeAttribute('aria-current');
      }
      const count = gallery.querySelector('[data-count]');
      if (count) count.textContent = `${shown + 1} / ${buttons().length}`;
    },
    { passive: true },
  );
}

for (const gallery of document.querySelectorAll<HTMLElement>('[data-gallery]')) wake(gallery);
