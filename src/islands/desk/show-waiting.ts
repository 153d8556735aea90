import { $waiting, followWaiting } from '#lib/client/stores/desk/notices.ts';
import { path } from '#lib/contract/routes.ts';

/** Its count is that of entries beside it together. */
const allMoney = path('/desk/money');

/** Writes how much waits at the entries of the navigation, and their sum at 菜单, now and whenever it changes. */
export function showWaiting(): void {
  const places = [...document.querySelectorAll<HTMLElement>('[data-waiting]')];
  // Before the desk is open to a person there is one entry, and nothing to count.
  if (places.length < 2) return;
  const sum = document.querySelector<HTMLElement>('[data-waiting-sum]');
  $waiting.listen((list) => {
    let total = 0;
    for (const place of places) {
      const count = list?.find(({ href }) => href === place.dataset.waiting)?.count ?? 0;
      write(place, count);
      if (place.dataset.waiting !== allMoney) total += count;
    }
    if (sum) write(sum, total);
  });
  followWaiting();
}

function write(place: HTMLElement, count: number): void {
  place.textContent = count > 99 ? '99+' : String(count);
  place.setAttribute('aria-label', `${count}项待处理`);
  place.hidden = count === 0;
}
