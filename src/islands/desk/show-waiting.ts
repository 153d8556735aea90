import { showCurrent } from '#islands/shell/current-in-sight.ts';
import { $waiting, followWaiting } from '#lib/client/stores/desk/notices.ts';

/** Writes how much waits at the entries of the navigation, now and whenever it changes. */
export function showWaiting(): void {
  const places = [...document.querySelectorAll<HTMLElement>('[data-waiting]')];
  // Before the desk is open to a person there is one entry, and nothing to count.
  if (places.length < 2) return;
  $waiting.listen((list) => {
    let isMoved = false;
    for (const place of places) {
      const count = list?.find(({ href }) => href === place.dataset.waiting)?.count ?? 0;
      place.textContent = count > 99 ? '99+' : String(count);
      place.setAttribute('aria-label', `${count}项待处理`);
      isMoved ||= place.hidden !== (count === 0);
      place.hidden = count === 0;
    }
    // A count that comes or goes moves the entries behind it, on a phone out of the window.
    if (isMoved) showCurrent();
  });
  followWaiting();
}
