/** Shipping and arrival, for the merchants' desk (rules 3): every shipped piece has its lot. */
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { type ColdRecord, coldRecordText } from '#lib/rules/orders/cold-chain.ts';
import { orderIs, orderStatusText } from '#lib/rules/orders/order-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { refuseSentCases } from '../after-sale/refuse-sent.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { type LotBook, openBook, showLots } from '../lots/book.ts';
import { reserveLots } from '../lots/reserve.ts';
import { takeOut } from '../lots/send.ts';
import { claimTraceCodes } from '../lots/trace-codes.ts';
import { sendMessages } from '../messages/rows.ts';
import { waitsForGroup } from '../offers/settling-rows.ts';
import { listAskedBack } from '../orders/case-rows.ts';
import { insertColdRecord } from '../orders/cold-record-rows.ts';
import { factsOf } from '../orders/facts.ts';
import { type HeldOrder, ownLines, readHeld, withLockedOrder } from '../orders/held-order.ts';
import { allShippedPatch, moveOrder } from '../orders/move.ts';
import { insertEvents } from '../orders/new-order-rows.ts';
import { needColdRecord, type Parcel, type ParcelInput, readParcel } from '../orders/parcel.ts';
import {
  askedBackText,
  type Content,
  leftToShip,
  linesAskedBack,
  type ParcelLine,
  readContent,
  sendLots,
  sumPieces,
} from '../orders/parcel-content.ts';
import { refundBlocked } from '../orders/refund-blocked.ts';
import { addShipped, type OrderRow } from '../orders/rows.ts';
import { runRefunds } from '../payments/refunds.ts';
import { insertShipment } from '../tracking/shipment-rows.ts';

interface Shipped {
  carrier: string;
  trackingNo: string;
  /** Unshippable and refunded items, in words; null when all was shipped. */
  refunded: string | null;
  lots: { name: string; lotNo: string; producedOn: string; expiresOn: string; quantity: number }[];
  isComplete: boolean;
}

type ShipRequest = ParcelInput & {
  no: string;
  /** About half of what is left, for tools and tests. */
  isPart?: boolean;
  /** Cold-chain record of a refrigerated parcel; null for none. Left out where none is required. */
  coldRecord?: ColdRecord | null;
  /** Content of this parcel; left out = all that is left. */
  lines?: readonly ParcelLine[];
  /** Ships pieces that the buyer asks back all the same, and refuses their cases. */
  shipsAsked?: boolean;
};

/**
 * Ships what is left of a paid order, or the named lines of it, with the desk's carrier and number. Each piece ships
 * under a lot of its item, the earliest to expire first where the desk named none. Lines that may not be sold any more
 * stay and are refunded. Throws 404 for an order that is not this desk's; 409 for one with nothing to ship (also after
 * a full refund of its lines), with too little in its lots, with trace codes shipped before, or with pieces that are
 * asked back; 422 without a carrier, a number or a required record of a refrigerated parcel.
 */
export async function shipOrder(context: Context<'staff'>, request: ShipRequest): Promise<Shipped> {
  const { db, now } = context;
  const { no } = request;
  const by = { actor: recordOf(context), now };
  const { shipped, refund } = await withLockedOrder(context, no, 'order.ship', async (tx, held) => {
    if (!orderIs.shippable(held.order.status))
      throw new AppError(409, `订单${no}${textOf(held.order, now)}，不能发货`);
    if (await waitsForGroup(tx, no)) throw new AppError(409, `订单${no}是拼团订单，成团后才能发货`);
    // Locks items and lots of the whole trade before anything that a refund locks after them.
    const goodsIds = held.lines.map(({ goodsId }) => goodsId);
    const book = await openBook(tx, goodsIds);
    const refund = await refundBlocked(tx, held, { ...by, book });
    // A refund changes orders, lines and holds.
    const current = refund ? await readHeld(tx, held.order) : held;
    const parcel = await planParcel(tx, current, refund ? await openBook(tx, goodsIds) : book, request, now);
    const shipped = parcel === null ? null : await sendParcel(tx, context, current, parcel);
    return { shipped, refund };
  });
  // Remote refunds run after the commit; a job retries the ones that fail.
  for (const payNo of refund?.openPayments ?? []) await runRefunds(db, now, payNo);
  if (shipped === null) throw new AppError(409, refund?.sentence ?? `订单${no}没有待发的商品`);
  return { ...shipped, refunded: refund?.sentence ?? null };
}

interface PlannedParcel extends Parcel {
  content: Content;
  sending: Awaited<ReturnType<typeof sendLots>>;
  /** Nothing of the order is left to ship after it. */
  isComplete: boolean;
  /** Cases about pieces that it takes: they are refused. */
  refused: number[];
}

/** The parcel of a held order, checked; null when nothing is left to ship. */
async function planParcel(
  tx: Tx,
  held: HeldOrder,
  book: LotBook,
  request: ShipRequest,
  now: Date,
): Promise<PlannedParcel | null> {
  const { order } = held;
  const { no } = order;
  const left = ownLines(held)
    .map((line) => ({ line, pieces: leftToShip(line) }))
    .filter((one) => one.pieces > 0);
  if (!orderIs.shippable(order.status) || left.length === 0) return null;
  const content = readContent(no, left, request);
  const asked = await listAskedBack(tx, [no]);
  const takes = linesAskedBack(content, asked);
  if (takes.length > 0 && request.shipsAsked !== true)
    throw new AppError(
      409,
      `买家申请退款中：${askedBackText(takes, asked)}。请先处理售后，或确认仍然发货并驳回申请`,
    );
  const parcel = await readParcel(tx, no, request);
  if (order.isColdChain) needColdRecord(no, request.coldRecord);
  const refused = asked.filter(({ lineId }) => takes.some(({ id }) => id === lineId)).map(({ id }) => id);
  return {
    ...parcel,
    cold: order.isColdChain ? (request.coldRecord ?? parcel.cold) : null,
    content,
    sending: await sendLots(tx, book, content, now),
    isComplete: sumPieces(content) === sumPieces(left),
    refused: [...new Set(refused)],
  };
}

/** Writes the parcel, moves lots and the order, and notifies the buyer. */
async function sendParcel(
  tx: Tx,
  context: Context<'staff'>,
  held: HeldOrder,
  { carrier, trackingNo, reports, cold, content, sending, isComplete, refused }: PlannedParcel,
): Promise<Omit<Shipped, 'refunded'>> {
  const { now } = context;
  const by = { actor: recordOf(context), now };
  const { order } = held;
  const { no, status } = order;
  const { going } = sending;
  await takeOut(tx, sending, { ref: `${no}:${trackingNo}`, ...by });
  const lotsOut = going.map(({ lineId, lot, pieces, traceCodes }) => ({
    orderLineId: lineId,
    lotNo: lot.lotNo,
    producedOn: lot.producedOn,
    expiresOn: lot.expiresOn,
    quantity: pieces,
    traceCodes,
  }));
  const shipmentId = await insertShipment(
    tx,
    { orderNo: no, carrier, trackingNo, shippedAt: now },
    lotsOut,
    [...reports, ...(cold ? [coldRecordText(cold)] : [])].map((text) => ({ text, at: now })),
  );
  if (cold) await insertColdRecord(tx, shipmentId, cold);
  await claimTraceCodes(tx, { shipmentId, merchantId: order.merchantId, lots: lotsOut });
  for (const { line, pieces } of content) await addShipped(tx, line.id, pieces);
  await refuseSentCases(tx, context, held, refused);
  const next = isComplete ? 'to_receive' : 'part_shipped';
  const move = { actor: by.actor, note: `${carrier} ${trackingNo}`, at: now };
  if (next === status)
    await insertEvents(tx, [{ orderNo: no, fromStatus: status, toStatus: status, ...move }]);
  else await moveOrder(tx, order, next, { ...move, patch: isComplete ? allShippedPatch(now) : {} });
  const goodsIds = [...new Set(content.map(({ line }) => line.goodsId))];
  await reserveLots(tx, goodsIds, by);
  await showLots(tx, goodsIds, now);
  await sendMessages(tx, {
    companyId: order.companyId,
    kind: 'shipment',
    title: isComplete ? '订单已发货' : '订单已部分发货',
    body: `订单${no}已由${carrier}承运，运单号${trackingNo}`,
    link: path('/order/info/[id]', { id: no }),
    // Several orders may share one parcel.
    ref: `ship:${no}:${trackingNo}`,
  });
  const names = new Map(content.map(({ line }) => [line.id, line.snapshot.name]));
  const lots = going.map(({ lineId, lot: { lotNo, producedOn, expiresOn }, pieces }) => ({
    name: must(names.get(lineId), `order line ${lineId}`),
    lotNo,
    producedOn,
    expiresOn,
    quantity: pieces,
  }));
  return { carrier, trackingNo, lots, isComplete };
}

export function textOf(order: OrderRow, now: Date): string {
  return orderStatusText(factsOf(order), now.getTime());
}
