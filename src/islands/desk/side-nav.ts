import { type DeskNavWidth, deskNavCookie } from '#lib/contract/desk/navigation.ts';

const year = 365 * 24 * 3600;

/** The button of the side navigation folds it to icons and back; the server draws the next page so. */
export function followSideNav(): void {
  const nav = document.getElementById('desk-nav');
  const button = nav?.querySelector<HTMLElement>('[data-nav-width]');
  if (!nav || !button) return;

  const sayWidth = () => button.setAttribute('aria-expanded', String(nav.offsetWidth > 100));
  button.addEventListener('click', () => {
    const wanted: DeskNavWidth = nav.offsetWidth > 100 ? 'narrow' : 'wide';
    document.body.dataset.nav = wanted;
    // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser.
    document.cookie = `${deskNavCookie}=${wanted}; path=/desk; max-age=${year}; samesite=lax`;
    sayWidth();
  });
  sayWidth();

  // The current entry is scrolled into view in a navigation that is longer than the window.
  const showCurrent = () => nav.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  showCurrent();
  nav.addEventListener('toggle', showCurrent);

  // The drawer covers the page: it closes when the focus leaves it or the window has room for the column.
  const hide = () => nav.matches(':popover-open') && nav.hidePopover();
  nav.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !nav.contains(relatedTarget)) hide();
  });
  matchMedia('(min-width: 768px)').addEventListener('change', () => {
    hide();
    sayWidth();
  });
}
