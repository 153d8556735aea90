/** The table of orders that wait, filled in but for carrier and number, as `checkDispatch` takes it back (rules 3). */
import { dispatchHeads, dispatchPartOrders, mostDispatchRows } from '#lib/rules/orders/dispatch.ts';
import { addressText } from '#lib/rules/text/address-text.ts';
import type { Context } from '../core/context.ts';
import type { TableColumn } from '../engines/tables/write-table.ts';
import { countWaitingOrders, findWaitingOrders } from './desk-order-rows.ts';
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
  return countWaitingOrders(db, actor.merchantId, []);
}

interface Asked {
  /** Of these orders only, unless it is empty. */
  nos: readonly string[];
  /** Which of the files, from 1. */
  part: number;
  /** Orders of one file. */
  size?: number;
}

/** A file of orders that wait: its rows, and which orders it holds of how many, counted from 1. */
interface WaitingFile {
  rows: WaitingRow[];
  first: number;
  last: number;
  all: number;
}

/**
 * Rows of the merchant's orders that may be shipped, those paid first first. Pieces that the buyer asks back are left
 * out. An order is in a file with all of its rows or not at all.
 */
export async function readWaitingFile(
  { db, actor, now }: Pick<Context<'merchant'>, 'db' | 'actor' | 'now'>,
  { nos, part, size = dispatchPartOrders }: Asked,
): Promise<WaitingFile> {
  const skip = (part - 1) * size;
  const [orders, all] = await Promise.all([
    findWaitingOrders(db, actor.merchantId, { nos, skip, most: size }, now),
    countWaitingOrders(db, actor.merchantId, nos),
  ]);
  const { picked } = await planPicking(
    db,
    orders.map(({ no }) => no),
    now,
  );
  const byOrder = Map.groupBy(picked, ({ no }) => no);
  const rows: WaitingRow[] = [];
  let last = skip;
  for (const order of orders) {
    const all = byOrder.get(order.no) ?? [];
    // Pieces without a lot go in a parcel of their own, once they have one.
    const own = all.filter(
      ({ goodsId, lotNo }) => lotNo !== '' || !all.some((one) => one.goodsId === goodsId && one.lotNo !== ''),
    );
    if (rows.length + own.length > mostDispatchRows) break;
    last += 1;
    const { no, company, remark, isColdChain } = order;
    const { receiver, phone } = order.address;
    const head = { no, company, receiver, phone, address: addressText(order.address) };
    rows.push(
      ...own.map((one) => ({ ...one, ...head, remark: isColdChain ? `冷链 ${remark}`.trim() : remark })),
    );
  }
  return { rows, first: skip + 1, last, all };
}
