/**
 * Tables of one drug's offers (`data-compare`): for one number of pieces, the cheapest first and named; those that have
 * fewer pieces come after them and say how many.
 */
import { $offers, compareOffers } from '#lib/client/stores/goods/offers.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { byPrice, comparedNumber } from '#lib/rules/goods/compare.ts';
import { parseYuan } from '#lib/rules/money/money.ts';

type Offers = ReturnType<typeof $offers.get>;

const sorted = new WeakSet<Element>();

function rowsOf(table: Element): { row: HTMLElement; id: number }[] {
  return [...table.querySelectorAll<HTMLElement>('tbody > [data-goods]')].map((row) => ({
    row,
    id: Number(row.dataset.goods),
  }));
}

function netOf(offer: Offer | null | undefined): number | null {
  return offer?.net ? parseYuan(offer.net.price) : null;
}

/** Shows a table by these offers; the order is made once: later figures move nothing under the hand. */
function show(table: HTMLElement, offers: Offers): void {
  const rows = rowsOf(table);
  if (rows.length < 2 || rows.some(({ id }) => offers[id] === undefined)) return;
  const beside = table.dataset.beside;
  if (beside !== undefined && offers[beside] === undefined) return;
  const own = offers[beside ?? '']?.net?.number;
  const number = compareOffers(
    rows.map(({ id }) => id),
    (all) => own ?? comparedNumber(all.map(comparedOf)),
  );
  if (number === null) return;
  // A figure of another number of pieces cannot be compared with the rest.
  const { sorted: inOrder, best } = byPrice(rows, ({ id }) =>
    isAt(offers[id], number) ? netOf(offers[id]) : null,
  );
  for (const one of rows) {
    const net = offers[one.id]?.net;
    const isShort = net !== undefined && !isAt(offers[one.id], number);
    mark(one.row, '[data-cheapest]', best.has(one));
    mark(one.row, '[data-short]', isShort, isShort ? `最多${net.number}${table.dataset.compare}` : '');
  }
  const head = table.querySelector('[data-for]');
  if (head) head.textContent = `买${number}${table.dataset.compare}`;
  if (sorted.has(table) || table.contains(document.activeElement)) return;
  sorted.add(table);
  inOrder[0]?.row.parentElement?.append(...inOrder.map(({ row }) => row));
}

/** Shows or hides a tag of a row, with its words. */
function mark(row: Element, name: string, isShown: boolean, text = ''): void {
  const tag = row.querySelector<HTMLElement>(name);
  if (tag === null) return;
  tag.hidden = !isShown;
  if (text !== '') tag.textContent = text;
}

function comparedOf({ cart_num, last, qg_number, zbz }: Offer) {
  return { inCart: cart_num, last: last?.number ?? 0, minQuantity: qg_number, packStep: zbz };
}

/** Bought in other packs, its number is the nearest one. */
function isAt(offer: Offer | null | undefined, number: number): boolean {
  return !offer?.net || Math.abs(offer.net.number - number) < Math.max(offer.zbz, offer.qg_number, 1);
}

/** Shows the tables of the page by the offers that there are, and by each that comes. */
export function compareRows(): void {
  $offers.subscribe((offers) => {
    for (const table of document.querySelectorAll<HTMLElement>('[data-compare]')) show(table, offers);
  });
}
