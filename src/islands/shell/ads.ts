/** Scripts for the frame's ads: staying closed, the dialog, the running notice. */
import { pressed } from './pressed.ts';

const keyOf = (element: HTMLElement) => `closed:${element.dataset.closable}`;

/**
 * An ad stays closed permanently, because another one has another number; shop navigation returns with the next visit.
 */
const storeOf = ({ tagName }: HTMLElement) => (tagName === 'NAV' ? sessionStorage : localStorage);

/** Shows ads that were not closed in this browser, when the reader scrolls on; the cross closes them in every tab. */
function watchClosable(): void {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-closable]')].filter(
    (element) => storeOf(element).getItem(keyOf(element)) !== '1',
  );
  const show = () => {
    if (scrollY < innerHeight / 3) return;
    removeEventListener('scroll', show);
    for (const element of shown) element.hidden = false;
  };
  addEventListener('scroll', show, { passive: true });
  show();
  for (const element of shown) {
    element.querySelector('[data-close]')?.addEventListener('click', () => {
      storeOf(element).setItem(keyOf(element), '1');
      element.hidden = true;
    });
  }
}

/** What stands in the page from the start (closed-early.ts): the cross takes it out for good, also where it stands twice. */
function watchStill(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-still]')) {
    const { still = '' } = element.dataset;
    element.querySelector('[data-close]')?.addEventListener('click', () => {
      localStorage.setItem(`closed:${still}`, '1');
      for (const same of document.querySelectorAll<HTMLElement>('[data-still]'))
        if (same.dataset.still === still) same.hidden = true;
    });
  }
}

/** Buttons that open a dialog of the page; a click outside of it and its own button close it. */
function watchDialogs(): void {
  for (const opener of document.querySelectorAll<HTMLElement>('[data-opens]')) {
    const dialog = document.getElementById(opener.dataset.opens ?? '');
    if (!(dialog instanceof HTMLDialogElement)) continue;
    opener.addEventListener('click', () => dialog.showModal());
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog || pressed(target, '[data-close-dialog], [data-not-open]')) dialog.close();
    });
  }
}

/** A buyer's page has no running notice to see, and does not load its script. */
function watchMarquee(): void {
  if (document.querySelector('[data-marquee]')?.checkVisibility())
    import('./marquee.ts').then(
      ({ runMarquee }) => runMarquee(),
      () => undefined,
    );
}

export function watchAds(): void {
  watchClosable();
  watchStill();
  watchDialogs();
  watchMarquee();
}
