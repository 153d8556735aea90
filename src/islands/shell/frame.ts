/** Scripts for the static frame: scroll position per page, the compact bar, disclosures, broken pictures. */
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { loginHref } from '#lib/client/login-href.ts';
import { watchStale } from '#lib/client/stale.ts';
import { followView, inLastView, rememberView } from '#lib/client/stores/shell/list-view.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { scrollRestoreDelay, stickySearchOffset } from '#lib/contract/constants.ts';
import { placeholderPath } from '#lib/contract/goods/pictures.ts';
import { watchAds } from './ads.ts';
import { showCurrent } from './current-in-sight.ts';
import { startWorker, watchInstall } from './install.ts';
import { holds, pressed } from './pressed.ts';

/** Scroll position is saved per page and restored after 100 ms unless the route opts out (rules 10). */
function keepScroll(): void {
  const key = `scroll:${location.pathname}${location.search}`;
  // Tracked here: reading it when the page goes would force a layout.
  let at = 0;
  addEventListener('scroll', () => (at = scrollY), { passive: true });
  addEventListener('pagehide', () => sessionStorage.setItem(key, String(Math.round(at))));
  if (document.documentElement.dataset.scroll === 'top') {
    history.scrollRestoration = 'manual';
    return;
  }
  const saved = Number(sessionStorage.getItem(key) ?? 0);
  if (saved === 0 || location.hash) return;
  setTimeout(() => {
    // A visitor who has scrolled meanwhile stays there.
    if (scrollY === 0) scrollTo(0, saved);
  }, scrollRestoreDelay);
}

/** Past 205 px the search bar is compact at the top (rules 17). */
function watchCompact(): void {
  const update = () => {
    document.documentElement.toggleAttribute('data-compact', scrollY > stickySearchOffset);
  };
  addEventListener('scroll', update, { passive: true });
  update();
}

function setOpen(owner: HTMLElement, isOpen: boolean): void {
  owner.toggleAttribute('data-open', isOpen);
  owner.querySelector('button[aria-expanded]')?.setAttribute('aria-expanded', String(isOpen));
}

/** Sub-menus: their arrow button opens one and closes the others; arrow keys move, Esc closes and returns. */
function watchDisclosures(): void {
  const owners = [...document.querySelectorAll<HTMLElement>('[data-disclosure]')];
  const closeOthers = (remaining?: HTMLElement) => {
    for (const owner of owners) if (owner !== remaining && 'open' in owner.dataset) setOpen(owner, false);
  };
  for (const owner of owners) {
    const button = owner.querySelector<HTMLButtonElement>('button[aria-expanded]');
    const panel = button && document.getElementById(button.getAttribute('aria-controls') ?? '');
    if (!button || !panel) continue;
    button.addEventListener('click', () => {
      const isOpen = !('open' in owner.dataset);
      closeOthers(owner);
      setOpen(owner, isOpen);
    });
    owner.addEventListener('keydown', (event) => {
      const isInside = holds(panel, event.target);
      const isOpen = 'open' in owner.dataset;
      // Esc on a closed one is meant for its container.
      if ((pressedKey(event) === 'Escape' && isOpen) || (pressedKey(event) === 'ArrowLeft' && isInside)) {
        setOpen(owner, false);
        button.focus();
      } else if ((pressedKey(event) === 'ArrowRight' || pressedKey(event) === 'ArrowDown') && !isInside) {
        closeOthers(owner);
        setOpen(owner, true);
        panel.querySelector('a')?.focus();
      } else if (isInside && (pressedKey(event) === 'ArrowDown' || pressedKey(event) === 'ArrowUp')) {
        walk(panel, pressedKey(event) === 'ArrowDown' ? 1 : -1);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    owner.addEventListener('focusout', (event) => {
      if (!holds(owner, event.relatedTarget)) setOpen(owner, false);
    });
  }
  document.addEventListener('click', ({ target }) => {
    if (!pressed(target, '[data-disclosure]')) closeOthers();
  });
}

function walk(panel: HTMLElement, by: 1 | -1): void {
  const links = [...panel.querySelectorAll('a')];
  const stops: readonly (Element | null)[] = links;
  const at = stops.indexOf(document.activeElement);
  links[(at + by + links.length) % links.length]?.focus();
}

/** 全部分类 on wide screens, 分类 in the phone's bottom bar: both open the one category menu. */
function watchCategories(): void {
  const menu = document.getElementById('categories');
  if (!menu) return;
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-categories-button]')];
  const show = (isOpen: boolean) => {
    menu.toggleAttribute('data-open', isOpen);
    for (const button of buttons) button.setAttribute('aria-expanded', String(isOpen));
  };
  const area = menu.parentElement;
  const opener = buttons.find((button) => area?.contains(button));
  const canHover = matchMedia('(hover: hover)').matches;
  for (const button of buttons) {
    button.addEventListener('click', (event) => {
      event.preventDefault();
      // A mouse has opened it by hovering; its click does not close it again. A key's click has no detail.
      const isByMouse = canHover && button === opener && event.detail > 0;
      const isOpen = isByMouse || !('open' in menu.dataset);
      show(isOpen);
      if (isOpen && !isByMouse) menu.querySelector('a')?.focus({ preventScroll: true });
    });
  }
  // The pointer opens it too; leaving button and menu closes it.
  if (area && opener && canHover) {
    opener.addEventListener('pointerenter', () => show(true));
    for (const part of [opener, menu]) {
      part.addEventListener('pointerleave', ({ relatedTarget: next }) => {
        if (!holds(menu, next) && !holds(opener, next) && !menu.contains(document.activeElement)) show(false);
      });
    }
  }
  document.addEventListener('keydown', (event) => {
    if (pressedKey(event) !== 'Escape' || !('open' in menu.dataset)) return;
    show(false);
    buttons.find((button) => button.offsetParent !== null)?.focus();
  });
  document.addEventListener('click', ({ target }) => {
    if (!holds(menu, target) && !pressed(target, '[data-categories-button]')) show(false);
  });
}

/** A picture that does not load is replaced by the placeholder (rules 16). */
function replaceBroken(image: HTMLImageElement): void {
  if (image.src.endsWith(placeholderPath)) return;
  image.srcset = '';
  image.src = placeholderPath;
}

function watchPictures(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement) replaceBroken(target);
    },
    true,
  );
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) replaceBroken(image);
}

/** Navigation and ad links to unopened pages show a message (rules 16). */
function watchClosedLinks(): void {
  document.addEventListener('click', ({ target }) => {
    if (pressed(target, '[data-not-open]')) showToast('info', '活动暂未开始');
  });
}

/** Links to the login page return to the current page. */
function watchLogin(): void {
  document.addEventListener('click', ({ target }) => {
    const link = pressed<HTMLAnchorElement>(target, 'a[data-login]');
    if (link) link.href = loginHref();
  });
}

/** Links to the chat open it in the drawer where its bar is; elsewhere, and in a new tab, they lead to its page. */
function watchChat(): void {
  document.addEventListener('click', (event) => {
    const link = pressed<HTMLAnchorElement>(event.target, 'a[data-chat]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    import('#islands/chat/open-chat.ts').then(
      ({ openChat }) => openChat(link),
      () => location.assign(link.href),
    );
  });
}

/** A chosen view is stored, and links to lists use it; those of the list on the page keep its own. */
function watchViews(): void {
  followView();
  document.addEventListener('click', ({ target }) => {
    const link = pressed<HTMLAnchorElement>(target, 'a[href]');
    if (!link) return;
    const { view } = link.dataset;
    const href = link.getAttribute('href') ?? '';
    if (view) rememberView(view);
    else if (link.pathname !== location.pathname) link.setAttribute('href', inLastView(href));
  });
}

function watchTop(): void {
  document.addEventListener('click', (event) => {
    if (!pressed(event.target, '[data-to-top]')) return;
    event.preventDefault();
    scrollTo({
      top: 0,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
  });
}

/** Key handlers are loaded with the first key, or with the first focused input: a mere reader loads none. */
function watchKeys(): void {
  const kinds = ['keydown', 'focusin'];
  const early: Event[] = [];
  const load = (event: Event) => {
    if (early.push(event) > 1) return;
    void import('./keys.ts').then(
      ({ startKeys }) => {
        for (const kind of kinds) removeEventListener(kind, load, true);
        startKeys(early);
      },
      // The connection was lost: the next key or input retries.
      () => void early.splice(0),
    );
  };
  for (const kind of kinds) addEventListener(kind, load, true);
}

/** Pages that are kept alive give back what was typed and ticked; others load nothing for it. */
function watchForms(): void {
  if (!('keep' in document.documentElement.dataset)) return;
  void import('./keep-forms.ts').then(
    ({ keepForms }) => keepForms(),
    () => undefined,
  );
}

watchStale();
keepScroll();
watchForms();
watchCompact();
watchPictures();
watchClosedLinks();
watchTop();
showCurrent();
watchLogin();
watchChat();
watchViews();
watchKeys();
watchInstall();
startWorker();
watchAds();
watchDisclosures();
watchCategories();
