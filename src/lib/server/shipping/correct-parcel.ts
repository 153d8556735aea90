/** Corrects a parcel's carrier or number that was typed wrong (rules 3), before the parcel is signed for. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { CorrectParcelValues } from '#lib/contract/shipping/calls.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import { effectiveStatus, orderStatusText } from '#lib/rules/orders/order-state.ts';
import { mayCorrectParcel } from '#lib/rules/orders/parcel-state.ts';
import { type Context, recordOf } from '../core/context.ts';
import { sendMessages } from '../messages/rows.ts';
import { factsOf } from '../orders/facts.ts';
import { withLockedOrder } from '../orders/held-order.ts';
import { insertEvents } from '../orders/new-order-rows.ts';
import { namedCarrier, needTrackingNo } from '../orders/parcel.ts';
import { lockTracking, renumberParcel } from '../tracking/rows.ts';
import { listShipments } from '../tracking/shipment-rows.ts';
import { getDeskOrder } from './orders.ts';

/**
 * `POST /api/desk/orders/{no}/parcel`: another carrier or number of a parcel; events of the old number no longer count,
 * the new one is followed and the buyer gets a message. A repeat changes nothing. Throws 404 for a parcel that is not
 * in the order, 409 where it is signed for, its order is over, a colleague has corrected it meanwhile, or another
 * parcel of the order has the number, 422 for an invalid carrier or number.
 */
export async function correctParcel(
  context: Context<'merchant'>,
  { no, parcel_id: id, carrier: typed, tracking_no: trackingNo, known, reason }: CorrectParcelValues,
): Promise<DeskOrder> {
  const { now } = context;
  const carrier = namedCarrier(typed);
  if (carrier === '') throw fieldError('carrier', '请填写承运方');
  needTrackingNo(trackingNo);
  await withLockedOrder(context, no, 'order.parcel', async (tx, { order }) => {
    const parcels = await listShipments(tx, no);
    const parcel = parcels.find((one) => one.id === id);
    const held = parcel === undefined ? null : await lockTracking(tx, id);
    if (parcel === undefined || held === null) throw new AppError(404, `订单${no}没有这个包裹`);
    if (parcel.carrier === carrier && parcel.trackingNo === trackingNo) return { parcel: id, same: true };
    if (parcel.trackingNo !== known) throw new AppError(409, '运单号刚刚已被同事更正，请刷新后核对');
    const facts = factsOf(order);
    if (!mayCorrectParcel(held.state, effectiveStatus(facts, now.getTime())))
      throw new AppError(
        409,
        held.state === 'signed'
          ? '包裹已签收，不能更正'
          : `订单${orderStatusText(facts, now.getTime())}，不能更正包裹`,
      );
    if (parcels.some((one) => one.id !== id && one.trackingNo === trackingNo))
      throw new AppError(409, `订单${no}已登记过运单号${trackingNo}`);
    const note = `${parcel.carrier} ${parcel.trackingNo}更正为${carrier} ${trackingNo}`;
    await renumberParcel(tx, id, { carrier, trackingNo, text: `商家更正：${note}`, now });
    const { status, companyId } = order;
    await insertEvents(tx, [
      {
        orderNo: no,
        fromStatus: status,
        toStatus: status,
        actor: recordOf(context),
        note: `${note}（${reason}）`,
        at: now,
      },
    ]);
    await sendMessages(tx, {
      companyId,
      kind: 'shipment',
      title: '包裹的运单号已更正',
      body: `订单${no}：${note}（${reason}）。`,
      link: path('/order/info/[id]', { id: no }),
      ref: `parcel-corrected:${id}:${now.getTime()}`,
    });
    return {
      parcel: id,
      from: `${parcel.carrier} ${parcel.trackingNo}`,
      to: `${carrier} ${trackingNo}`,
      reason,
    };
  });
  return getDeskOrder(context, { no });
}
