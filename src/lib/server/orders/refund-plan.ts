/** Plans refunds of items of a paid order (rules 3 and 4): what comes back, and for how much. */
import { AppError } from '#lib/contract/errors.ts';
import type { AfterSaleStage } from '#lib/rules/orders/after-sale.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { planRefund, type RefundPlan, setsOf } from '#lib/rules/orders/refund.ts';
import { type HeldOrder, ownLines } from './held-order.ts';
import { leftToShip } from './parcel-content.ts';
import type { OrderLineRow, OrderRow } from './rows.ts';

/** Pieces of an order line. */
export interface LinePieces {
  id: number;
  quantity: number;
}

interface CaseCause {
  kind: 'case';
  stage: AfterSaleStage;
}

/** Causes of a refund that change what happens to its pieces. */
export type RefundCause =
  /** 缺货: the bought pieces do not exist, so they do not return to the stock. `gifts` are not shipped either. */
  | { kind: 'short'; gifts: readonly number[] }
  /** The pieces may not be sold any more. `gifts`, by order line, are not shipped, although their earners are. */
  | { kind: 'blocked'; gifts: readonly number[] }
  /** An after-sale case: its pieces were shipped, unless it is about unsent ones. A recall may tear sets. */
  | (CaseCause & { id: number });

export interface RefundRequest {
  /** Bought pieces to return, by order line; left out = everything that is left. */
  returns?: readonly LinePieces[];
  /** A sentence for the buyer. */
  reason: string;
  /** Left out = the pieces are given up: unshipped ones first, and they are for sale again. */
  cause?: RefundCause;
}

type Planned = Pick<RefundRequest, 'returns'> & { cause?: RefundCause | CaseCause };

/**
 * The refund of pieces of a held order. Throws 404 for a line of another order, 409 in words for more than is left and
 * for a combination that would be torn apart.
 */
export function planOrderRefund(held: HeldOrder, request: Planned): RefundPlan {
  const { order, all, lines } = held;
  const rows = ownLines(held);
  const bought = rows.filter((line) => line.kind !== 'gift');
  const left = (line: OrderLineRow) => line.quantity - line.refundedQuantity;
  const returns =
    request.returns ??
    bought.filter((line) => left(line) > 0).map((line) => ({ id: line.id, quantity: left(line) }));
  for (const { id, quantity } of returns) {
    const line = bought.find((one) => one.id === id);
    if (!line) throw new AppError(404, `订单${order.no}没有明细${id}`);
    if (quantity > left(line))
      throw new AppError(
        409,
        `明细${id}（${line.snapshot.name}）最多还可退${left(line)}${line.snapshot.unit}`,
      );
  }
  if (!tearsSets(request.cause)) refuseTornSets(bought, returns);
  const calledOff = new Set(all.filter((one) => orderIs.calledOff(one.status)).map((one) => one.no));
  const lostIds = lostGiftsOf(request.cause);
  const lost = rows.filter((line) => lostIds.includes(line.id) && left(line) > 0);
  const plan = planRefund({
    lines: bought.map(({ id, quantity, paid, refundedQuantity }) => ({
      id,
      quantity,
      paid,
      returned: refundedQuantity,
    })),
    returns,
    freight: order.shippingAmount,
    isBeforeShipping: rows.every((line) => line.shippedQuantity === 0),
    elsewhere: lines
      .filter((line) => line.orderNo !== order.no && line.kind !== 'gift')
      .map((line) => ({ id: line.id, left: calledOff.has(line.orderNo) ? 0 : left(line) })),
    gifts: lines
      .filter((line) => line.kind === 'gift' && line.refundedQuantity === 0 && !calledOff.has(line.orderNo))
      .map((line) => ({ id: line.id, quantity: line.quantity, lineIds: earnersOf(line, order, bought) })),
  });
  const back = new Set(plan.gifts.map((gift) => gift.id));
  const alone = lost
    .filter((line) => !back.has(line.id))
    .map((line) => ({ id: line.id, quantity: left(line) }));
  return { ...plan, gifts: [...plan.gifts, ...alone] };
}

/** Parts of a combination may come back alone: their lot is recalled. */
function tearsSets(cause: Planned['cause']): boolean {
  return cause?.kind === 'case' && cause.stage === 'recalled';
}

function lostGiftsOf(cause: Planned['cause']): readonly number[] {
  return cause?.kind === 'short' || cause?.kind === 'blocked' ? cause.gifts : [];
}

/** A parcel refused at the door is back with its gifts, also those earned by other orders of the trade. */
function earnersOf(gift: OrderLineRow, order: OrderRow, bought: readonly OrderLineRow[]): number[] {
  const isHere = gift.orderNo === order.no && orderIs.refusing(order.status);
  return isHere ? bought.map((line) => line.id) : gift.earnedBy;
}

/** A combination comes back as a set (rules 6). */
function refuseTornSets(bought: readonly OrderLineRow[], returns: readonly LinePieces[]): void {
  const asked = new Map(returns.map((one) => [one.id, one.quantity]));
  const sets = Map.groupBy(
    bought.filter((line) => line.kind === 'combination'),
    (line) => line.activityId,
  );
  for (const parts of sets.values()) {
    // The rest of a set that a recall has torn may come back.
    const there = parts.filter((part) => part.refundedQuantity < part.quantity);
    const returning = there.map((part) => ({
      perSet: part.setQuantity ?? part.quantity,
      returning: asked.get(part.id) ?? 0,
    }));
    if (there.length > 0 && setsOf(returning) === null)
      throw new AppError(409, `组合商品须整套退回：${parts.map((part) => part.snapshot.name).join('＋')}`);
  }
}

/** Pieces that a refund takes off a line, with the shipped ones among them, and their fen. */
export interface Back extends LinePieces {
  sent: number;
  amount: number;
}

/** The bought pieces and gifts of a plan. Throws 409 where too few shipped ones are left. */
export function backOf(
  plan: RefundPlan,
  byId: ReadonlyMap<number, OrderLineRow>,
  cause: RefundCause | undefined,
): Back[] {
  const isOfSent = cause?.kind === 'case' && cause.stage !== 'unsent';
  return [
    ...plan.lines.map((one) => ({ ...one, sent: sentOf(byId.get(one.id), one.quantity, isOfSent) })),
    ...plan.gifts.map((one) => ({ ...one, amount: 0, sent: sentOf(byId.get(one.id), one.quantity, false) })),
  ];
}

/** How many of the pieces taken off a line had been shipped; unshipped ones go first unless `isOfSent`. */
function sentOf(line: OrderLineRow | undefined, pieces: number, isOfSent: boolean): number {
  if (!line) return 0;
  const sent = isOfSent ? pieces : Math.max(0, pieces - Math.max(0, leftToShip(line)));
  const most = line.shippedQuantity - line.sentRefundedQuantity;
  if (sent > most)
    throw new AppError(
      409,
      `“${line.snapshot.name}”已发出的最多还可退${Math.max(0, most)}${line.snapshot.unit}，请刷新后再试`,
    );
  return sent;
}
