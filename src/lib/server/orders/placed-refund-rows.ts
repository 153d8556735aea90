/** Refunds of an order with people's acts on them. Over `refund`, `refund_diversion` and `bank_payout`. */
import { and, asc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { bankPayout, refund, refundReroute } from '../db/schema.ts';

/** The oldest first. `diverted`: the way that two people carried out; `serial`: of the bank. */
export async function listPlacedRefunds(db: Db | Tx, orderNo: string) {
  return db
    .select({ refund, diverted: refundReroute.way, serial: bankPayout.serial })
    .from(refund)
    .leftJoin(refundReroute, and(eq(refundReroute.refundNo, refund.no), eq(refundReroute.state, 'passed')))
    .leftJoin(bankPayout, eq(bankPayout.refundNo, refund.no))
    .where(eq(refund.orderNo, orderNo))
    .orderBy(asc(refund.createdAt), asc(refund.no));
}
