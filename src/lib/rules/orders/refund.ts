/** What is refunded when goods are returned (rules 4, last part). */
import { allocate, type Fen, shareOf } from '../money/money.ts';
import type { Id } from '../terms/terms.ts';

/** An order line in the form for a refund; `paid` is its allocated goods part, quantities count pieces (or sets). */
export type RefundLine = { id: Id; quantity: number; paid: Fen; returned: number };

/**
 * The refund for `pieces` more of a line, by cumulative rounding: piece by piece or all at once, the whole line refunds
 * exactly what it paid. Throws RangeError for more pieces than are left.
 */
export function refundOfLine(line: RefundLine, pieces: number): Fen {
  const after = line.returned + pieces;
  if (!Number.isSafeInteger(pieces) || pieces < 0 || after > line.quantity)
    throw new RangeError(`line ${line.id}: cannot return ${pieces} of ${line.quantity - line.returned}`);
  return shareOf(line.paid, after, line.quantity) - shareOf(line.paid, line.returned, line.quantity);
}

/** A refund's input. `isBeforeShipping` says whether nothing of the order was handed to a carrier. */
export type RefundRequest = {
  lines: RefundLine[];
  /** Pieces to return, by line. */
  returns: readonly { id: Id; quantity: number }[];
  freight: Fen;
  isBeforeShipping: boolean;
  /** Lines of the trade's other orders with their remaining pieces: they may have earned gifts too. */
  elsewhere: { id: Id; left: number }[];
  /** Gifts that were not returned yet, by their own order line, with the lines that earned them. */
  gifts: { id: Id; quantity: number; lineIds: readonly Id[] }[];
};

export type RefundPlan = {
  lines: { id: Id; quantity: number; amount: Fen }[];
  goods: Fen;
  /** Only when this refund empties an order before shipping. */
  freight: Fen;
  total: Fen;
  /** Gifts to return: all lines that earned them are gone with this refund. */
  gifts: { id: Id; quantity: number }[];
};

/** Plans a refund. Throws RangeError for a line that is unknown, named twice or has fewer pieces left. */
export function planRefund(request: RefundRequest): RefundPlan {
  const byId = new Map(request.lines.map((line) => [line.id, line]));
  const left = new Map(request.lines.map((line) => [line.id, line.quantity - line.returned]));
  for (const line of request.elsewhere) left.set(line.id, line.left);
  const before = new Map(left);
  const lines: RefundPlan['lines'] = [];
  const named = new Set<Id>();
  for (const { id, quantity } of request.returns) {
    const line = byId.get(id);
    if (!line || named.has(id)) throw new RangeError(`line ${id} is not in the order, or named twice`);
    named.add(id);
    lines.push({ id, quantity, amount: refundOfLine(line, quantity) });
    left.set(id, (left.get(id) ?? 0) - quantity);
  }
  const goods = lines.reduce((sum, line) => sum + line.amount, 0);
  const returnsSome = lines.some((line) => line.quantity > 0);
  const isEmpty = returnsSome && request.lines.every((line) => left.get(line.id) === 0);
  const freight = isEmpty && request.isBeforeShipping ? request.freight : 0;
  const gifts = request.gifts
    .filter((gift) => gift.lineIds.every((id) => (left.get(id) ?? 0) === 0))
    .filter((gift) => gift.lineIds.some((id) => (before.get(id) ?? 0) > 0))
    .map(({ id, quantity }) => ({ id, quantity }));
  return { lines, goods, freight, total: goods + freight, gifts };
}

/**
 * Shares a refund over the ways an order was paid, in proportion to the rest of each, so that no way refunds more than
 * it took and the last refund empties all of them. Throws RangeError above the rest.
 */
export function splitRefund(amount: Fen, ways: readonly { paid: Fen; refunded: Fen }[]): Fen[] {
  const left = ways.map((way) => way.paid - way.refunded);
  if (amount < 0 || amount > left.reduce((sum, fen) => sum + fen, 0))
    throw new RangeError('more than was paid');
  return allocate(amount, left);
}

/**
 * How many whole sets the returned parts of a combination make; null for incomplete sets: a combination is returned as
 * a set (rules 6).
 */
export function setsOf(parts: readonly { perSet: number; returning: number }[]): number | null {
  const [first] = parts;
  if (!first) return null;
  const sets = first.returning / first.perSet;
  return Number.isInteger(sets) && parts.every((part) => part.returning === sets * part.perSet) ? sets : null;
}
