/** Shipping and arrival, as the merchants' desk will call it (rules 3): every shipped piece has its lot. */

import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { Actor } from '#lib/rules/companies/actors.ts';
import { orderIs, orderStatusText } from '#lib/rules/orders/order-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { runRefunds } from '../../payments/refunds.ts';
import { sendMessages } from '../../repos/messages.ts';
import { insertEvents } from '../../repos/new-orders.ts';
import {
  addShipped,
  listLines,
  listOrdersOfTrades,
  type OrderLineRow,
  type OrderRow,
} from '../../repos/orders.ts';
import { waitsForGroup } from '../../repos/settling.ts';
import {
  insertShipment,
  insertShipmentEvents,
  listGoodsLots,
  listShipments,
  type NewLot,
} from '../../repos/shipments.ts';
import { completeOrder } from './complete.ts';
import { atDesk } from './desk.ts';
import { factsOf } from './facts.ts';
import { allShippedPatch, moveOrder } from './move.ts';
import { type ParcelInput, readParcel } from './parcel.ts';
import { refundBlocked } from './refund-blocked.ts';

export interface Shipped {
  carrier: string;
  trackingNo: string;
  /** What could not go out and was refunded, in words; null when all of it went. */
  refunded: string | null;
  lots: { name: string; lotNo: string; producedOn: string; expiresOn: string; quantity: number }[];
  isComplete: boolean;
}

/**
 * Ships what is left of a paid order, or about half of it with `isPart`, with the carrier and the number that the desk
 * names. Each line goes out under the lot of its goods. Lines that may not be sold any more stay and are refunded. Throws
 * 409 for an order that has nothing to ship, also when everything in it had to be refunded, and 422 without a carrier or
 * a number.
 */
export async function shipOrder(
  context: Context<'platform'>,
  { no, isPart = false, ...input }: ParcelInput & { no: string; isPart?: boolean },
): Promise<Shipped> {
  const { db, now } = context;
  const actor = recordOf(context);
  const { shipped, refund } = await atDesk(context, no, 'order.ship', async (tx, order, all) => {
    const status = order.status;
    if (!orderIs.shippable(status)) throw new AppError(409, `订单${no}${textOf(order, now)}，不能发货`);
    if (await waitsForGroup(tx, no)) throw new AppError(409, `订单${no}是拼团订单，成团后才能发货`);
    const refund = await refundBlocked(tx, order, all, { now, actor });
    const [current = order] = refund
      ? (await listOrdersOfTrades(tx, [order.tradeNo])).filter(isSame(no))
      : [];
    const isShippable = orderIs.shippable(current.status);
    const shipped = isShippable ? await ship(tx, current, { isPart, input, now, actor }) : null;
    return { shipped, refund };
  });
  // Remote refunds are carried out after the commit; a job tries again what does not work now.
  for (const payNo of refund?.openPayments ?? []) await runRefunds(db, now, payNo);
  if (shipped === null) throw new AppError(409, refund?.sentence ?? `订单${no}没有待发的商品`);
  return { ...shipped, refunded: refund?.sentence ?? null };
}

function isSame(no: string): (order: OrderRow) => boolean {
  return (order) => order.no === no;
}

/** Sends a parcel of a locked order; null when nothing is left to send. */
async function ship(
  tx: Tx,
  order: OrderRow,
  { isPart, input, now, actor }: { isPart: boolean; input: ParcelInput; now: Date; actor: Actor },
): Promise<Omit<Shipped, 'refunded'> | null> {
  const { no } = order;
  const status = order.status;
  const lines = (await listLines(tx, [no])).map((row) => row.line);
  const left = lines.map((line) => ({ line, pieces: leftToShip(line) })).filter((one) => one.pieces > 0);
  if (left.length === 0) return null;
  const content = isPart ? takePart(no, left) : left;
  const isComplete = !isPart;
  const lots = await lotsOf(tx, content);
  const { carrier, trackingNo, reports } = await readParcel(tx, no, input);
  await insertShipment(
    tx,
    { orderNo: no, carrier, trackingNo, shippedAt: now },
    lots.map(({ name: _name, ...lot }) => lot),
    reports.map((text) => ({ text, at: now })),
  );
  for (const { line, pieces } of content) await addShipped(tx, line.id, pieces);
  const next = isComplete ? 'to_receive' : 'part_shipped';
  const move = { actor, note: `${carrier} ${trackingNo}`, at: now };
  if (next === status)
    await insertEvents(tx, [{ orderNo: no, fromStatus: status, toStatus: status, ...move }]);
  else await moveOrder(tx, order, next, { ...move, patch: isComplete ? allShippedPatch(now) : {} });
  await sendMessages(tx, {
    companyId: order.companyId,
    kind: 'shipment',
    title: isComplete ? '订单已发货' : '订单已部分发货',
    body: `订单${no}已由${carrier}承运，运单号${trackingNo}`,
    link: path('/order/info/[id]', { id: no }),
    // Several orders may go in one parcel.
    ref: `ship:${no}:${trackingNo}`,
  });
  return { carrier, trackingNo, lots, isComplete };
}

/** Writes down that an order arrived and was received: it completes. */
export async function receiveOrder(context: Context<'platform'>, { no }: { no: string }): Promise<void> {
  const { now } = context;
  await atDesk(context, no, 'order.receive', async (tx, order) => {
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

function textOf(order: OrderRow, now: Date): string {
  return orderStatusText(factsOf(order), now.getTime());
}

type Content = { line: OrderLineRow; pieces: number }[];

function leftToShip(line: OrderLineRow): number {
  return line.quantity - line.shippedQuantity - line.refundedQuantity;
}

/** About half: the first half of the lines, or half of a single one. */
function takePart(no: string, left: Content): Content {
  const [only] = left;
  if (left.length > 1) return left.slice(0, Math.ceil(left.length / 2));
  if (!only || only.pieces < 2) throw new AppError(409, `订单${no}只剩1件待发，不能部分发货，请整单发货`);
  return [{ line: only.line, pieces: Math.floor(only.pieces / 2) }];
}

async function lotsOf(tx: Tx, content: Content): Promise<(NewLot & { name: string })[]> {
  const goods = await listGoodsLots(
    tx,
    content.map(({ line }) => line.goodsId),
  );
  return content.map(({ line, pieces }) => {
    const { lotNo, producedOn, expiresOn } = must(
      goods.get(line.goodsId),
      `the lot of goods ${line.goodsId}`,
    );
    if (lotNo === '' || producedOn === null || expiresOn === null)
      throw new AppError(409, `“${line.snapshot.name}”的批号和效期尚未登记，登记后才能发货`);
    return {
      name: line.snapshot.name,
      orderLineId: line.id,
      lotNo,
      producedOn,
      expiresOn,
      quantity: pieces,
      testReport: '',
      traceCodes: [],
    };
  });
}
