import type { InvoiceDetail, InvoiceRow } from '#lib/contract/invoices.ts';
import type { OwnRedVerb, RedWire } from '#lib/contract/red-forms.ts';
import type { TagKind } from '../ui/tag-kinds.ts';

/** The badge of an invoice's state. */
export function tagOf({ state, color }: Pick<InvoiceRow, 'state' | 'color'>): TagKind {
  if (state === 'failed') return 'warn';
  if (state === 'issued') return color === 'red' ? 'promo' : 'soft';
  return state === 'void' ? 'plain' : 'info';
}

/** True while a red form waits for a person or for its red invoice. */
export function isRedOpen(red: RedWire | null): red is RedWire {
  return red !== null && red.closed_at === null;
}

/** Buttons of a red form for the buyer. */
export const ownRedTexts = { revoke: '撤销', again: '重新申请' } as const satisfies Record<
  OwnRedVerb,
  string
>;

/** 订单D1、D2等3单. */
export function ordersText({ order_nos: nos, orders }: Pick<InvoiceRow, 'order_nos' | 'orders'>): string {
  return orders > nos.length ? `${nos.join('、')}等${orders}单` : nos.join('、');
}

/** True while a job sends its files: the page looks again by itself. A text message may wait for the morning. */
export function isBeingSent({ deliveries }: Pick<InvoiceDetail, 'deliveries'>): boolean {
  return deliveries.some(({ way, state }) => state === 'sending' || (state === 'waiting' && way === 'mail'));
}

/** True within half a minute after it was issued. */
export function wasIssuedLately({ issued_at: at }: Pick<InvoiceDetail, 'issued_at'>): boolean {
  return at !== null && Date.now() - Date.parse(at) < 30_000;
}

/** What a person hears who sent an invoice again. */
export function resentText({ deliveries }: Pick<InvoiceDetail, 'deliveries'>): string {
  const ways = deliveries.flatMap(({ state, way_text }) => (state === 'waiting' ? [way_text] : []));
  return `已重新发送到${['我的消息', ...ways].join('、')}，也可以在这里下载`;
}
