import { pressedKey } from '#islands/ui/pressed-key.ts';

/** The banner: the browser scrolls and snaps; this moves it on, marks the dots and lets itself be stopped. */
const turn = 5_000;

function start(root: HTMLElement): void {
  const track = root.querySelector<HTMLElement>('[data-track]');
  const dots = [...root.querySelectorAll<HTMLButtonElement>('[data-slide]')];
  const pause = root.querySelector<HTMLButtonElement>('[data-pause]');
  if (!track || !pause || dots.length < 2) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let isStopped = calm.matches;
  const at = () => Math.round(track.scrollLeft / track.clientWidth);
  const go = (to: number) => {
    const left = ((to + dots.length) % dots.length) * track.clientWidth;
    track.scrollTo({ left, behavior: calm.matches ? 'auto' : 'smooth' });
  };
  const links = [...track.children].map((slide) => slide.querySelector<HTMLElement>('a, button'));
  /**
   * Starts from the slide with the focus, and moves the focus along: Enter opens the visible one, never one that is
   * gone.
   */
  const step = (by: 1 | -1) => {
    const focused = links.findIndex((link) => link !== null && link === document.activeElement);
    const to = (focused < 0 ? at() : focused) + by;
    go(to);
    if (focused >= 0) links[(to + links.length) % links.length]?.focus({ preventScroll: true });
  };
  const mark = () => {
    const current = at();
    dots.forEach((dot, place) => {
      dot.setAttribute('aria-current', String(place === current));
    });
    links.forEach((link, place) => {
      // Only the slide in sight is reached by Tab.
      if (link) link.tabIndex = place === current ? 0 : -1;
    });
  };
  const label = () => {
    pause.setAttribute('aria-label', isStopped ? '继续播放' : '暂停播放');
    root.toggleAttribute('data-stopped', isStopped);
  };
  const isBusy = () => document.hidden || root.matches(':hover') || root.contains(document.activeElement);

  track.addEventListener('scroll', mark, { passive: true });
  dots.forEach((dot, place) => {
    dot.addEventListener('click', () => go(place));
  });
  root.querySelector('[data-previous]')?.addEventListener('click', () => go(at() - 1));
  root.querySelector('[data-next]')?.addEventListener('click', () => go(at() + 1));
  pause.addEventListener('click', () => {
    isStopped = !isStopped;
    label();
  });
  root.addEventListener('keydown', (event) => {
    if (pressedKey(event) === 'ArrowRight') step(1);
    else if (pressedKey(event) === 'ArrowLeft') step(-1);
    else return;
    event.preventDefault();
  });
  setInterval(() => {
    if (!isStopped && !isBusy()) go(at() + 1);
  }, turn);
  mark();
  label();
}

for (const root of document.querySelectorAll<HTMLElement>('[data-carousel]')) start(root);
