/** Menus that are wider than their window (`data-current-in-sight`) show the entry that is open in its middle. */
export function showCurrent(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('[data-current-in-sight]')) {
    const entry = menu.querySelector<HTMLElement>('[aria-current]');
    if (entry === null) continue;
    const from = entry.getBoundingClientRect().left - menu.getBoundingClientRect().left;
    menu.scrollLeft += from - (menu.clientWidth - entry.offsetWidth) / 2;
  }
}
