/** Takes back credited rebate and cashback when the goods that earned them are returned (rules 4, step 8). */
import { allocate, type Fen } from '../money/money.ts';

/** What an order's promises have credited, less what was taken back, and what remains of them now. */
export type Promised = { rebate: Fen; cashback: Fen };

export type ClawBack = {
  /** Taken from the balance. */
  rebate: Fen;
  cashback: Fen;
  /** The part of the refund that goes to the balance instead of its own way, because the balance alone is too low. */
  netted: Fen;
};

/**
 * What is taken back with a refund: the balance pays it, together with the refund's part that goes there; where that is
 * too little, the rest is withheld from the refund. Never more than both have: the remaining debt is taken with the
 * order's next refund.
 */
export function clawBack(
  paid: Promised,
  left: Promised,
  money: { balance: Fen; toBalance: Fen; toHouses: Fen },
): ClawBack {
  const due = {
    rebate: Math.max(0, paid.rebate - left.rebate),
    cashback: Math.max(0, paid.cashback - left.cashback),
  };
  const wanted = due.rebate + due.cashback;
  const there = money.balance + money.toBalance;
  const netted = Math.min(Math.max(0, wanted - there), money.toHouses);
  const [rebate = 0, cashback = 0] = allocate(Math.min(wanted, there + netted), [due.rebate, due.cashback]);
  return { rebate, cashback, netted };
}
