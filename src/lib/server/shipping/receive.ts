/** Records that an order was received. */
import { AppError } from '#lib/contract/errors.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { type Context, recordOf } from '../core/context.ts';
import { completeOrder } from '../orders/complete.ts';
import { withLockedOrder } from '../orders/held-order.ts';
import { insertShipmentEvents, listShipments } from '../tracking/shipment-rows.ts';
import { textOf } from './ship.ts';

/** Records that an order arrived and was received: it completes. */
export async function receiveOrder(context: Context<'platform'>, { no }: { no: string }): Promise<void> {
  const { now } = context;
  await withLockedOrder(context, no, 'order.receive', async (tx, { order }) => {
    const status = order.status;
    if (!orderIs.toReceive(status)) throw new AppError(409, `订单${no}${textOf(order, now)}，不能确认收货`);
    const shipments = await listShipments(tx, no);
    await insertShipmentEvents(
      tx,
      shipments.map((shipment) => ({ shipmentId: shipment.id, text: '已送达，收货人已签收', at: now })),
    );
    await completeOrder(tx, order, { actor: recordOf(context), note: '已签收', at: now });
  });
}
