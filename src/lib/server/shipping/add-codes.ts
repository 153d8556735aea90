/** 追溯码 that are added after a parcel was shipped without them (rules 3): the buyer gets a message and files them. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { AddCodesValues } from '#lib/contract/shipping/calls.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import { findTraceFault, readTraceCodes } from '#lib/rules/orders/trace-codes.ts';
import type { Context } from '../core/context.ts';
import { claimTraceCodes } from '../lots/trace-codes.ts';
import { openCases } from '../lots/trace-packs.ts';
import { sendMessages } from '../messages/rows.ts';
import { withLockedOrder } from '../orders/held-order.ts';
import { addLotCodes, findShipmentLot } from '../tracking/shipment-rows.ts';
import { getDeskOrder } from './orders.ts';

/**
 * `POST /api/desk/orders/{no}/codes`: all missing codes of a parcel's lot, one a piece; answers the order as it is
 * then. A repeat changes nothing. Throws 404 for another merchant's order and a lot that is not in it, 422 for codes
 * that are invalid, repeated or of the wrong number, 409 for one that is in another parcel, and where none is missing.
 */
export async function addCodes(
  context: Context<'merchant'>,
  { no, lot_id: lotId, codes: text }: AddCodesValues,
): Promise<DeskOrder> {
  const { db, now, actor } = context;
  const typed = readTraceCodes(text);
  const [codes = []] = await openCases(db, actor.merchantId, [typed.codes]);
  const read = { ...typed, codes };
  const isThere = (remaining: readonly string[]) =>
    read.codes.length > 0 && read.codes.every((code) => remaining.includes(code));
  const before = await findShipmentLot(db, no, lotId, actor.merchantId);
  if (before === null) throw new AppError(404, `订单${no}没有这个包裹批次`);
  if (isThere(before.traceCodes)) return getDeskOrder(context, { no });
  await withLockedOrder(context, no, 'order.codes', async (tx, { order }) => {
    const lot = await findShipmentLot(tx, no, lotId, actor.merchantId);
    if (lot === null) throw new AppError(404, `订单${no}没有这个包裹批次`);
    // A colleague added the same ones meanwhile.
    if (isThere(lot.traceCodes)) return { lot: lotId, codes: 0 };
    const lacking = lot.quantity - lot.traceCodes.length;
    if (lacking === 0) throw new AppError(409, `批号${lot.lotNo}的追溯码已齐，请刷新后核对`);
    const fault = findTraceFault(read, lacking);
    if (fault !== null) throw fieldError('codes', fault.replace('发货数量', '所缺数量'));
    const { shipmentId, orderLineId, lotNo } = lot;
    const { merchantId, companyId } = order;
    await claimTraceCodes(tx, {
      shipmentId,
      merchantId,
      lots: [{ orderLineId, lotNo, traceCodes: read.codes }],
    });
    await addLotCodes(tx, lotId, read.codes);
    await sendMessages(tx, {
      companyId,
      kind: 'shipment',
      title: '商家已补登追溯码',
      body: `订单${no}：批号${lotNo}补登追溯码${read.codes.length}个，可在收货资料里下载`,
      link: path('/order/papers/[id]', { id: no }),
      ref: `codes:${lotId}:${now.getTime()}`,
    });
    return { lot: lotId, codes: read.codes.length };
  });
  return getDeskOrder(context, { no });
}
