/** Acts of a merchant's people on a paid order: ship parcels of it, and report missing pieces (rules 3). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { ShipParcelValues, ShortLinesValues } from '#lib/contract/shipping/calls.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { findTraceFault, readTraceCodes } from '#lib/rules/orders/trace-codes.ts';
import { type Context, recordOf } from '../core/context.ts';
import { openCases } from '../lots/trace-packs.ts';
import { sendMessages } from '../messages/rows.ts';
import { ownLines, withLockedOrder } from '../orders/held-order.ts';
import { namedCarrier, readColdRecord } from '../orders/parcel.ts';
import { leftToShip } from '../orders/parcel-content.ts';
import { refundWithin } from '../orders/refund.ts';
import { runRefunds } from '../payments/refunds.ts';
import { getDeskOrder } from './orders.ts';
import { shipOrder } from './ship.ts';

/**
 * `POST /api/desk/orders/{no}/ship`: a parcel of the named lines; answers the order as it is then. Throws 422 for codes
 * that are invalid, repeated or not one a piece, a refrigerated order without its record, and as `shipOrder` does.
 */
export async function shipParcel(
  context: Context<'merchant'>,
  { no, carrier, tracking_no: trackingNo, ships_asked, lines, ...typed }: ShipParcelValues,
): Promise<DeskOrder> {
  const read = lines.map(({ codes }) => readTraceCodes(codes));
  const opened = await openCases(
    context.db,
    context.actor.merchantId,
    read.map(({ codes }) => codes),
  );
  const coded = lines.map((line, at) => {
    const codes = opened[at] ?? [];
    const own = read[at];
    const fault = own === undefined ? null : findTraceFault({ ...own, codes }, line.pieces);
    if (fault !== null) throw fieldError('codes', fault);
    return { ...line, codes };
  });
  const coldRecord = readColdRecord(typed);
  // A line may come once for each of its lots.
  const content = [...Map.groupBy(coded, (line) => line.line_id)].map(([id, own]) => {
    const byLot = Map.groupBy(own, ({ lot_id: lotId }) => lotId);
    const lots = [...byLot].flatMap(([lotId, same]) =>
      lotId === undefined ? [] : [{ lotId, pieces: same.reduce((sum, { pieces }) => sum + pieces, 0) }],
    );
    if (lots.length > 0 && byLot.has(undefined))
      throw new AppError(422, '同一商品的各行，批号要么都填写，要么都不填写');
    const withCodes = own.filter(({ codes }) => codes.length > 0).length;
    if (withCodes > 0 && withCodes < own.length)
      throw new AppError(422, '同一商品的各行，追溯码要么都填写，要么都不填写');
    return {
      id,
      pieces: own.reduce((sum, { pieces }) => sum + pieces, 0),
      // In the order of their lots.
      traceCodes: [...byLot.values()].flat().flatMap(({ codes }) => codes),
      ...(lots.length > 0 && { lots }),
    };
  });
  await shipOrder(context, {
    no,
    carrier: namedCarrier(carrier),
    trackingNo,
    coldRecord,
    lines: content,
    shipsAsked: ships_asked === 1,
  });
  return getDeskOrder(context, { no });
}

/**
 * `POST /api/desk/orders/{no}/short`: missing pieces are refunded by rule, the way they were paid, and the buyer gets a
 * message; answers the order as it is then. Throws 409 for more than is left to ship, where another number was left
 * when it was read, and for a set that would be torn.
 */
export async function shortLines(
  context: Context<'merchant'>,
  { no, reason, lines }: ShortLinesValues,
): Promise<DeskOrder> {
  const { db, now } = context;
  const actor = recordOf(context);
  const { openPayments } = await withLockedOrder(context, no, 'order.short', async (tx, held) => {
    const { order } = held;
    if (!orderIs.shippable(order.status)) throw new AppError(409, `订单${no}没有待发的商品，请刷新后再试`);
    const rows = ownLines(held);
    const named = lines.map(({ line_id: id, pieces, left: known }) => {
      const line = rows.find((one) => one.id === id);
      if (!line) throw new AppError(404, `订单${no}没有明细${id}`);
      const left = leftToShip(line);
      const { name, unit } = line.snapshot;
      if (pieces > left)
        throw new AppError(409, `“${name}”待发${left}${unit}，不能登记缺货${pieces}${unit}，请刷新后再试`);
      if (left !== known)
        throw new AppError(409, `“${name}”待发已变为${left}${unit}（可能已登记过缺货），请刷新后核对再试`);
      return { line, pieces };
    });
    const done = await refundWithin(
      tx,
      held,
      {
        returns: named
          .filter(({ line }) => line.kind !== 'gift')
          .map(({ line, pieces }) => ({ id: line.id, quantity: pieces })),
        reason: `缺货：${reason}`,
        cause: {
          kind: 'short',
          gifts: named.filter(({ line }) => line.kind === 'gift').map(({ line }) => line.id),
        },
      },
      { now, actor },
    );
    const what = named
      .map(({ line, pieces }) => `${line.snapshot.name}${pieces}${line.snapshot.unit}`)
      .join('、');
    await sendMessages(tx, {
      companyId: order.companyId,
      kind: 'order',
      title: '订单中有商品缺货，已退款',
      body: `订单${no}：${what}缺货（${reason}），货款按原支付方式退回，其余商品照常发货。`,
      link: path('/order/info/[id]', { id: no }),
      ref: `short:${done.refundNo}`,
    });
    return done;
  });
  for (const payNo of openPayments) await runRefunds(db, now, payNo);
  return getDeskOrder(context, { no });
}
