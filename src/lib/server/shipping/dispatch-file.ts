/** The table of orders that wait, filled in but for carrier and number, as `checkDispatch` takes it back (rules 3). */
import { dispatchHeads, mostDispatchRows } from '#lib/rules/orders/dispatch.ts';
import { addressText } from '#lib/rules/text/address-text.ts';
import type { Context } from '../core/context.ts';
import type { TableColumn } from '../engines/tables/write-table.ts';
import { findWaitingOrders } from './desk-order-rows.ts';
import { planPicking } from './picking.ts';

/** Limit of orders in one file; those paid later are in the next one. */
const mostOrders = 2_000;

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

/**
 * Rows of the merchant's orders that may be shipped, those paid first first; of `nos` only, unless it is empty. Pieces
 * that the buyer asks back are left out. An order is in the file with all of its rows or not at all.
 */
export async function listWaitingRows(
  { db, actor, now }: Pick<Context<'merchant'>, 'db' | 'actor' | 'now'>,
  nos: readonly string[],
): Promise<WaitingRow[]> {
  const orders = await findWaitingOrders(db, actor.merchantId, nos, mostOrders, now);
  const { picked } = await planPicking(
    db,
    orders.map(({ no }) => no),
    now,
  );
  const byOrder = Map.groupBy(picked, ({ no }) => no);
  const rows: WaitingRow[] = [];
  for (const order of orders) {
    const all = byOrder.get(order.no) ?? [];
    // Pieces without a lot go in a parcel of their own, once they have one.
    const own = all.filter(
      ({ goodsId, lotNo }) => lotNo !== '' || !all.some((one) => one.goodsId === goodsId && one.lotNo !== ''),
    );
    if (rows.length + own.length > mostDispatchRows) break;
    const { no, company, remark, isColdChain } = order;
    const { receiver, phone } = order.address;
    const head = { no, company, receiver, phone, address: addressText(order.address) };
    rows.push(
      ...own.map((one) => ({ ...one, ...head, remark: isColdChain ? `冷链 ${remark}`.trim() : remark })),
    );
  }
  return rows;
}
