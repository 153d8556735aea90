/** The table of orders that wait, filled in but for carrier and number, as `checkDispatch` takes it back (rules 3). */

import { AppError } from '#lib/contract/errors.ts';
import { dispatchHeads, dispatchPartOrders, mostDispatchRows } from '#lib/rules/orders/dispatch.ts';
import { addressText } from '#lib/rules/text/address-text.ts';
import type { Context } from '../core/context.ts';
import type { TableColumn } from '../engines/tables/write-table.ts';
import { countWaitingOrders, findDeskOrder, findWaitingOrders } from './desk-order-rows.ts';
import { planPicking } from './picking.ts';

interface WaitingRow {
  no: string;
  goodsId: number;
  lotNo: string;
  pieces: number;
  receiver: string;
  phone: string;
  address: string;
  company: string;
  name: string;
  spec: string;
  maker: string;
  unit: string;
  expiresOn: string;
  remark: string;
}

const column = (
  head: string,
  width: number,
  value: (row: WaitingRow) => string | number | null,
): TableColumn<WaitingRow> => ({ head, width, kind: 'text', value });

export const waitingColumns: readonly TableColumn<WaitingRow>[] = [
  column(dispatchHeads.no, 26, ({ no }) => no),
  column(dispatchHeads.carrier, 12, () => null),
  column(dispatchHeads.tracking, 20, () => null),
  column('收货人', 10, ({ receiver }) => receiver),
  column('收货电话', 14, ({ phone }) => phone),
  column('收货地址', 40, ({ address }) => address),
  column(dispatchHeads.goods, 10, ({ goodsId }) => String(goodsId)),
  column('商品名称', 24, ({ name }) => name),
  column('规格', 18, ({ spec }) => spec),
  column('生产企业', 24, ({ maker }) => maker),
  column(dispatchHeads.lot, 14, ({ lotNo }) => lotNo),
  column('有效期至', 12, ({ expiresOn }) => expiresOn),
  { ...column(dispatchHeads.pieces, 8, ({ pieces }) => pieces), kind: 'number' },
  column('单位', 6, ({ unit }) => unit),
  column(dispatchHeads.codes, 24, () => null),
  column(dispatchHeads.temperature, 10, () => null),
  column(dispatchHeads.cooler, 14, () => null),
  column(dispatchHeads.recorder, 14, () => null),
  column('采购企业', 24, ({ company }) => company),
  column('备注', 24, ({ remark }) => remark),
];

/** How many orders of the merchant wait. */
export function countWaiting({ db, actor }: Pick<Context<'merchant'>, 'db' | 'actor'>): Promise<number> {
  return countWaitingOrders(db, actor.merchantId, { nos: [], after: '' });
}

interface Asked {
  /** Of these orders only, unless it is empty. */
  nos: readonly string[];
  /** The last order of the file before; empty for the first one. */
  after: string;
  /** Orders of one file. */
  size?: number;
  /** Rows of one file. */
  mostRows?: number;
}

/** A file of orders that wait: its rows and orders, the last of these, and how many wait behind it. */
interface WaitingFile {
  rows: WaitingRow[];
  orders: number;
  last: string;
  left: number;
}

/**
 * Rows of the merchant's orders that may be shipped, those paid first first. Pieces that the buyer asks back are left
 * out. An order is in a file with all of its rows or not at all; the next file begins behind its last order, whatever was
 * shipped meanwhile. Throws 404 for an `after` that is no order of the merchant.
 */
export async function readWaitingFile(
  { db, actor, now }: Pick<Context<'merchant'>, 'db' | 'actor' | 'now'>,
  { nos, after, size = dispatchPartOrders, mostRows = mostDispatchRows }: Asked,
): Promise<WaitingFile> {
  if (after !== '' && (await findDeskOrder(db, after, actor.merchantId, now)) === null)
    throw new AppError(404, `没有订单${after}，请从第一份下载`);
  const [orders, all] = await Promise.all([
    findWaitingOrders(db, actor.merchantId, { nos, after }, size, now),
    countWaitingOrders(db, actor.merchantId, { nos, after }),
  ]);
  const { picked } = await planPicking(
    db,
    orders.map(({ no }) => no),
    now,
  );
  const byOrder = Map.groupBy(picked, ({ no }) => no);
  const rows: WaitingRow[] = [];
  let [held, last] = [0, after];
  for (const order of orders) {
    const all = byOrder.get(order.no) ?? [];
    // Pieces without a lot go in a parcel of their own, once they have one.
    const own = all.filter(
      ({ goodsId, lotNo }) => lotNo !== '' || !all.some((one) => one.goodsId === goodsId && one.lotNo !== ''),
    );
    if (held > 0 && rows.length + own.length > mostRows) break;
    held += 1;
    last = order.no;
    const { no, company, remark, isColdChain } = order;
    const { receiver, phone } = order.address;
    const head = { no, company, receiver, phone, address: addressText(order.address) };
    rows.push(
      ...own.map((one) => ({ ...one, ...head, remark: isColdChain ? `冷链 ${remark}`.trim() : remark })),
    );
  }
  return { rows, orders: held, last, left: Math.max(0, all - held) };
}
