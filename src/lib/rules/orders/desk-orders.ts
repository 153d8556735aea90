/** The desks' search of orders: by pending work. */
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';
import { type OrderStatus, orderIs, orderStatuses } from './order-state.ts';

export const deskOrderTabs = {
  all: { text: '全部', statuses: orderStatuses },
  to_pay: { text: '待付款', statuses: ['to_pay'] },
  to_approve: { text: '待审核', statuses: ['to_approve'] },
  to_verify: { text: '待核款', statuses: ['to_verify'] },
  to_ship: { text: '待发货', statuses: orderStatuses.filter(orderIs.shippable) },
  late: { text: '超时未发货', statuses: orderStatuses.filter(orderIs.shippable) },
  hurried: { text: '买家催发货', statuses: orderStatuses.filter(orderIs.shippable) },
  part: { text: '部分发货', statuses: ['part_shipped'] },
  sent: { text: '待收货', statuses: ['to_receive'] },
  refused: { text: '拒收待处理', statuses: ['refusing'] },
  refusal_due: { text: '拒收待本方处理', statuses: ['refusing'] },
  stuck: { text: '物流停滞或异常', statuses: ['part_shipped', 'to_receive', 'refusing'] },
  quality: { text: '质量待处理', statuses: orderStatuses.filter(orderIs.shippable) },
  codes: { text: '买家索取追溯码', statuses: ['part_shipped', 'to_receive', 'completed'] },
  done: { text: '已完成', statuses: ['completed'] },
  cancelled: { text: '已取消', statuses: ['cancelled'] },
  closed: { text: '已关闭', statuses: ['closed'] },
} satisfies Record<string, { text: string; statuses: readonly OrderStatus[] }>;

export type DeskOrderTab = keyof typeof deskOrderTabs;
export const deskOrderTabKeys = keysOf(deskOrderTabs);

/** The text of the desks' one search box, parsed by possible meanings. */
export interface DeskSearch {
  text: string;
  /** The number of an order, trade, payment or parcel, whole or in part; empty for what is none. */
  number: string;
  /** A telephone; empty for what is none. */
  phone: string;
  /** The number of an item; null for other text. */
  goodsId: number | null;
}

/** Shorter parts of a number would be found everywhere. */
const leastDigits = 4;

/** Reads the one search box. */
export function readDeskSearch(typed: string): DeskSearch {
  const text = typed.trim();
  const plain = text.replaceAll(/\s/g, '');
  const isNumber = /^[0-9A-Za-z_-]+$/.test(plain) && plain.length >= leastDigits && /\d/.test(plain);
  return {
    text,
    number: isNumber ? plain : '',
    phone: /^1[3-9]\d{9}$/.test(plain) || /^0\d{2,3}-?\d{7,8}$/.test(plain) ? plain : '',
    goodsId: /^[1-9]\d{0,8}$/.test(plain) ? Number(plain) : null,
  };
}

/** Work that waits: its list begins with the order that was paid first. */
export function isWaitingTab(tab: DeskOrderTab): boolean {
  return deskOrderTabs[tab].statuses.every(orderIs.shippable);
}

/** Which orders a desk shows: a number or a phone is searched in any state, anything else in the chosen one. */
export function deskOrderTab<T extends string>(state: T, { number, phone }: DeskSearch): T | 'all' {
  return number !== '' || phone !== '' ? 'all' : state;
}

/** Time limit for shipping a paid order, ms. */
export const shipWithin = 48 * 3_600_000;

interface Shipping {
  paidAt: EpochMs | null;
  /** When all of it was sent; null before. */
  shippedAt: EpochMs | null;
  status: OrderStatus;
}

/**
 * Whether a paid order was shipped within the limit. Null: it cannot be said, as it is not due yet, or was called off
 * before it was shipped.
 */
export function shippedInTime({ paidAt, shippedAt, status }: Shipping, now: EpochMs): boolean | null {
  if (paidAt === null) return null;
  if (shippedAt !== null) return shippedAt - paidAt <= shipWithin;
  return orderIs.shippable(status) && now - paidAt > shipWithin ? false : null;
}
