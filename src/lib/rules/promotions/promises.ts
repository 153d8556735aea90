/** What remains of an order's promises after a return (rules 4, step 8). */
import { type Fen, shareOf } from '../money/money.ts';

/** An order line in the form for its promises; `rebate` is the promise of the whole line. */
export type PromisedLine = {
  quantity: number;
  refundedQuantity: number;
  paid: Fen;
  refundedAmount: Fen;
  rebate: Fen;
};

/** The rebate of the remaining pieces, and the remaining share of the order's cashback. */
export function promisesLeft(cashback: Fen, lines: readonly PromisedLine[]): { rebate: Fen; cashback: Fen } {
  const rebate = lines.reduce(
    (sum, line) => sum + shareOf(line.rebate, line.quantity - line.refundedQuantity, line.quantity),
    0,
  );
  const paid = lines.reduce((sum, line) => sum + line.paid, 0);
  const remaining = paid - lines.reduce((sum, line) => sum + line.refundedAmount, 0);
  return { rebate, cashback: paid > 0 ? shareOf(cashback, remaining, paid) : 0 };
}
