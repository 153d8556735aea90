/** Rebate and cashback that were paid already, when goods that earned them come back (rules 4, step 8). */
import { allocate, type Fen } from '../money/money.ts';

/** What an order's promises have brought so far, less what was taken back, and what is left of them now. */
export type Promised = { rebate: Fen; cashback: Fen };

export type ClawBack = {
  /** What leaves the balance. */
  rebate: Fen;
  cashback: Fen;
  /** What of the refund goes to the balance instead of its own way, because the balance alone is too little. */
  netted: Fen;
};

/**
 * What is taken back with a refund: the balance pays it, with what of the refund comes there; where that is too little, the rest
 * is kept from the refund. Never more than both hold: what is then still owed is taken with the order's next refund.
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
