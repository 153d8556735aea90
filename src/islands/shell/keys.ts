/** The keyboard desk: from row to row, to the pages of every day, a sheet of all keys. Loaded with the first key. */
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { openDialog } from '#lib/client/stores/shell/dialogs.ts';
import { path } from '#lib/contract/routes.ts';
import { pressed } from './pressed.ts';

/** Quantities below each other: tables of items and the cart. */
const rowBoxes = ':is(tr[data-goods], .cart-line) fieldset > input';
/** Any quantity, that of a card too. */
const quantities = ':is([data-goods], .cart-line) fieldset > input';
const typed = 'input, textarea, select, [contenteditable]';
/** The second key of `g …` comes within this time. */
const pauseMs = 1500;

const pages: Record<string, { name: string; href: string }> = {
  h: { name: '首页', href: path('/') },
  l: { name: '药品列表（表格）', href: path('/list/table') },
  c: { name: '购物车', href: path('/cart') },
  o: { name: '我的订单', href: path('/order') },
  p: { name: '待付款', href: path('/cart/hm') },
  q: { name: '快捷采购', href: path('/zzfw/kjcg') },
  f: { name: '我的收藏', href: path('/zzfw/star') },
  m: { name: '我的消息', href: path('/zhzx/wdxx') },
  u: { name: '会员中心', href: path('/user') },
};

const sheet = [
  '/　搜索',
  'q　到第一个数量',
  '↑ ↓　在表格和购物车的数量之间移动',
  '+ −　增加、减少一个包装',
  'Enter　加入购物车，到下一行',
  'Ctrl + Enter　本页的主按钮：去结算、提交订单、立即支付',
  ...Object.entries(pages).map(([key, { name }]) => `g ${key}　${name}`),
  'Esc　关闭弹窗、菜单',
  '?　这张表',
].join('\n');

let goUntil = 0;

/** Begins to listen; `early` is what came while it was loaded. */
export function startKeys(early: readonly Event[]): void {
  addEventListener('keydown', onKey, true);
  offerQuantities();
  // Keys that the page handled before are done: `/`, repeated, would be typed into the box.
  for (const event of early) if (event instanceof KeyboardEvent && !event.defaultPrevented) onKey(event);
}

/** Adds a skip link to the first quantity, where there are any. */
function offerQuantities(): void {
  const skip = document.querySelector<HTMLAnchorElement>('body > a[href="#main"]');
  if (!skip || !findFirst()) return;
  const link = document.createElement('a');
  link.href = skip.href;
  link.className = skip.className;
  link.textContent = '跳到第一个数量';
  link.addEventListener('click', (event) => {
    event.preventDefault();
    goFirst();
  });
  skip.after(link);
}

function onKey(event: KeyboardEvent): void {
  // Ctrl+Enter is the head's: early-presses.ts.
  if (event.altKey || event.ctrlKey || event.metaKey || isDialogOpen()) return;
  const box = pressed<HTMLInputElement>(event.target, rowBoxes);
  if (box && onBox(event, box)) return;
  // A quantity is of figures: the sheet opens from it too.
  const isAsking = pressedKey(event) === '?' && pressed(event.target, quantities) !== null;
  if (!box && !isAsking && pressed(event.target, typed)) return;
  onPage(event);
}

/** Moves and counts from a quantity; true where the key was one of these. */
function onBox(event: KeyboardEvent, box: HTMLInputElement): boolean {
  const key = pressedKey(event);
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    // Alone it counts, as everywhere.
    if (!step(box, key === 'ArrowDown' ? 1 : -1)) return boxes().length > 1 && stop(event);
    return stop(event);
  }
  if (key === '+' || key === '=' || key === '-') {
    const button = key === '-' ? box.previousElementSibling : box.nextElementSibling;
    if (button instanceof HTMLButtonElement) button.click();
    return stop(event);
  }
  if (key !== 'Enter') return false;
  // The row adds first; its question may take the focus.
  setTimeout(() => {
    if (!isDialogOpen()) step(box, 1);
  });
  return true;
}

function onPage(event: KeyboardEvent): void {
  const key = pressedKey(event);
  const page = Date.now() < goUntil ? pages[key] : undefined;
  goUntil = 0;
  if (page) location.assign(page.href);
  else if (key === 'g') goUntil = Date.now() + pauseMs;
  else if (key === 'q') goFirst();
  else if (key === '?') openDialog({ title: '键盘快捷键', text: sheet, confirm: '知道了' });
  else if (key === '/') document.querySelector<HTMLInputElement>('[aria-keyshortcuts="/"]')?.select();
  else return;
  stop(event);
}

function stop(event: Event): true {
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** The first quantity of the page: without a column of them, that of the first card. */
function findFirst(): HTMLInputElement | undefined {
  return boxes()[0] ?? boxes('[data-goods] fieldset > input')[0];
}

/** A buyer's goods whose price is still to come: asleep, just awake with the face of a visitor, or waiting for it. */
const undrawn =
  '[data-buyer] [data-goods] :is(astro-island[client="buyer"][ssr], .when-visitor, [data-waiting])';
/** Distance from the viewport at which such islands are hydrated (client-buyer.ts). */
const near = 500;

/** Goods before the first quantity, near enough to get one of their own, that are not drawn yet. */
function isFirstToCome(box: Element | undefined): boolean {
  return [...document.querySelectorAll(undrawn)].some((one) => {
    const { top, bottom } = (one.closest('[data-goods]') ?? one).getBoundingClientRect();
    if (bottom < -near || top > innerHeight + near) return false;
    return !box || (one.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
}

/** Goes to the first quantity; pressed before the first rows have their prices, as soon as they have, unless something else is done first. */
function goFirst(): void {
  const box = findFirst();
  if (!isFirstToCome(box)) {
    box?.focus();
    return;
  }
  const other = ['keydown', 'pointerdown', 'focusin'] as const;
  const drawn = new MutationObserver(() => {
    const first = findFirst();
    if (isFirstToCome(first)) return;
    end();
    first?.focus();
  });
  function end() {
    drawn.disconnect();
    for (const kind of other) removeEventListener(kind, end, true);
  }
  drawn.observe(document.body, { subtree: true, childList: true, attributeFilter: ['ssr', 'data-waiting'] });
  // Behind the key that is being pressed now.
  setTimeout(() => {
    for (const kind of other) addEventListener(kind, end, true);
  });
}

function boxes(which = rowBoxes): HTMLInputElement[] {
  const all = [...document.querySelectorAll<HTMLInputElement>(which)];
  return all.filter((one) => !one.matches(':disabled') && one.offsetParent !== null);
}

/** Goes to the next or previous quantity; false where there is none. */
function step(box: HTMLInputElement, by: 1 | -1): boolean {
  const all = boxes();
  const next = all[all.indexOf(box) + by];
  next?.focus();
  return next !== undefined;
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
