/**
 * Cards: a message keeps kind and reference. Content is read for each reader with the rights of the calls that show the
 * same thing, so a card that was forwarded never shows a price or an order to others.
 */
import { api } from '#lib/contract/api.ts';
import type { CardValues, ChatCard } from '#lib/contract/chat/cards.ts';
import { path } from '#lib/contract/routes.ts';
import { type CardKind, cardText, lotOfCard } from '#lib/rules/chat/cards.ts';
import { type StaffPermission, staffMay } from '#lib/rules/companies/staff.ts';
import { invoiceStates } from '#lib/rules/invoices/invoice-state.ts';
import { invoiceKinds } from '#lib/rules/invoices/titles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { afterSaleKinds, afterSaleStateText } from '#lib/rules/orders/after-sale-state.ts';
import { orderStatusText } from '#lib/rules/orders/order-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { mayCall } from '../core/calls/guard.ts';
import { findCenterCoupon } from '../coupons/rows.ts';
import { centerCouponOf } from '../coupons/wire.ts';
import type { Db } from '../db/client.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { findShown } from '../invoices/read-rows.ts';
import { findCase } from '../orders/after-sale-rows.ts';
import { caseFacts } from '../orders/cases.ts';
import { factsOf } from '../orders/facts.ts';
import { type CardBounds, findCardCoupon, findCardLot, listCardOrders } from './card-rows.ts';
import type { ChatReader } from './reader.ts';

type Content = Pick<ChatCard, 'title' | 'lines' | 'link'> & Partial<ChatCard>;
type Read = (db: Db, ref: string, reader: ChatReader, now: Date) => Promise<Content | null>;

function boundsOf(reader: ChatReader): CardBounds {
  return reader.side === 'buyer'
    ? { companyId: reader.account.companyId }
    : { merchantId: reader.merchantId };
}

/** True where the person has the permission of a desk; buyers are judged by the call of the thing. */
function atDesk(reader: ChatReader, permission: StaffPermission): boolean {
  if (reader.side === 'buyer' || reader.role === undefined) return true;
  return staffMay(reader.merchantId === null ? 'platform' : 'merchant', reader.role, permission);
}

function inShop(reader: ChatReader, call: Parameters<typeof mayCall>[0]): boolean {
  return reader.side === 'staff' || mayCall(call, reader.account);
}

const idOf = (ref: string) => (/^[1-9]\d{0,8}$/.test(ref) ? Number(ref) : null);

const goods: Read = async (db, ref, reader, now) => {
  const id = idOf(ref);
  if (id === null) return null;
  // At a desk without an account: the public facts, which have no price.
  const account = reader.side === 'buyer' ? reader.account : null;
  const [item] = await goodsItems(db, account, await getCatalogue(db), [id], now.getTime());
  if (item === undefined) return null;
  return {
    title: item.name,
    lines: [item.ypgg, item.sccj, item.sjly.remarks],
    image: item.image,
    link: path('/list/info/[id]', { id }),
    status_text: reader.side === 'buyer' ? (item.buy_state?.text ?? '') : '',
    price: item.price ?? '',
  };
};

const order: Read = async (db, no, reader, now) => {
  if (!inShop(reader, api.order) || !atDesk(reader, 'sales')) return null;
  const [found] = await listCardOrders(db, [no], boundsOf(reader));
  if (found === undefined) return null;
  const { row, merchant, company } = found;
  return {
    title: `订单 ${row.no}`,
    lines: [reader.side === 'buyer' ? merchant : company, dayKey(row.createdAt.getTime())],
    link:
      reader.side === 'buyer'
        ? path('/order/info/[id]', { id: row.no })
        : path('/desk/orders/[no]', { no: row.no }),
    status_text: orderStatusText(factsOf(row), now.getTime()),
    amount: formatYuan(row.payAmount),
  };
};

const invoice: Read = async (db, ref, reader) => {
  const id = idOf(ref);
  if (id === null || !inShop(reader, api.invoice) || !atDesk(reader, 'invoices')) return null;
  const found = await findShown(db, id, boundsOf(reader));
  if (found === null) return null;
  const { row, merchant } = found;
  const state = invoiceStates[row.state];
  return {
    title: `${invoiceKinds[row.kind]} ${row.number ?? ''}`.trim(),
    lines: [merchant, row.title.name],
    link: reader.side === 'buyer' ? path('/zzfw/dzfp/[id]', { id }) : path('/desk/invoices/[id]', { id }),
    status_text: reader.side === 'buyer' ? state.buyerText : state.text,
    amount: formatYuan(row.gross),
  };
};

const lot: Read = async (db, ref, reader) => {
  const named = lotOfCard(ref);
  if (named === null || !atDesk(reader, 'lots')) return null;
  const found = await findCardLot(db, named, boundsOf(reader));
  if (found === null) return null;
  return {
    title: found.name,
    lines: [
      found.spec,
      `批号 ${named.lotNo}`,
      `生产日期 ${found.produced_on}`,
      `有效期至 ${found.expires_on}`,
    ],
    link:
      reader.side === 'buyer'
        ? path('/list/info/[id]', { id: named.goodsId })
        : path('/desk/lots/[goods]', { goods: named.goodsId }),
  };
};

const coupon: Read = async (db, ref, reader, now) => {
  const id = idOf(ref);
  if (id === null) return null;
  if (reader.side === 'staff') {
    const found = await findCardCoupon(db, id, reader.merchantId);
    if (found === null) return null;
    const { name, remarks, validTo } = found.coupon;
    return {
      title: name,
      lines: [found.merchant ?? '平台', remarks, `有效期至 ${dayKey(validTo.getTime())}`],
      link: '',
    };
  }
  const row = await findCenterCoupon(db, reader.account.companyId, id, now);
  if (row === null) return null;
  const shown = centerCouponOf(row, reader.account, now.getTime());
  return {
    title: shown.name,
    lines: [shown.merchant, shown.remarks, `有效期至 ${dayKey(Date.parse(shown.end_time))}`],
    link: path('/lqzx'),
    status_text: shown.state_text,
    price: shown.value ?? '',
  };
};

const aftersale: Read = async (db, ref, reader, now) => {
  const id = idOf(ref);
  if (id === null || !inShop(reader, api.afterSale) || !atDesk(reader, 'aftersale')) return null;
  const found = await findCase(db, id, boundsOf(reader));
  if (found === null) return null;
  return {
    title: `${afterSaleKinds[found.row.kind].text} ${id}`,
    lines: [`订单 ${found.row.orderNo}`, reader.side === 'buyer' ? found.merchant : found.company],
    link: reader.side === 'buyer' ? path('/order/sh/[id]', { id }) : path('/desk/aftersale/[id]', { id }),
    status_text: afterSaleStateText(caseFacts(found.row), now.getTime()),
    amount: formatYuan(found.row.amount),
  };
};

const reads: Record<CardKind, Read> = { goods, order, invoice, lot, coupon, aftersale };

/** A card as the reader may see it; `is_open` 0 where they may not, and where the thing is gone. */
export async function readCard(
  db: Db,
  { kind, ref }: CardValues,
  reader: ChatReader,
  now: Date,
): Promise<ChatCard> {
  const found = await reads[kind](db, ref, reader, now);
  return {
    kind,
    ref,
    kind_text: cardText(kind),
    title: '',
    lines: [],
    image: '',
    link: '',
    status_text: '',
    price: '',
    amount: '',
    ...found,
    ...(found !== null && { lines: found.lines.filter((line) => line !== '') }),
    is_open: found === null ? 0 : 1,
  };
}

/** Cards of a page, each thing read once, one after the other: a page has few of them. */
export async function readCards(
  db: Db,
  refs: readonly CardValues[],
  reader: ChatReader,
  now: Date,
): Promise<Map<string, ChatCard>> {
  const cards = new Map<string, ChatCard>();
  for (const one of refs) {
    const key = cardKey(one);
    if (!cards.has(key)) cards.set(key, await readCard(db, one, reader, now));
  }
  return cards;
}

export function cardKey({ kind, ref }: CardValues): string {
  return `${kind} ${ref}`;
}
