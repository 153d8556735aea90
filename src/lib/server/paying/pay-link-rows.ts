/** 代付 links. A trade has at most one valid link. */
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { payLink, payment } from '../db/schema.ts';
import type { PaymentRow } from '../payments/rows.ts';

export type PayLinkRow = typeof payLink.$inferSelect;

/** The valid link of a trade, made where there is none. The caller has locked the trade. */
export async function ensurePayLink(tx: Tx, row: typeof payLink.$inferInsert): Promise<PayLinkRow> {
  const found = await findLivePayLink(tx, row.tradeNo);
  if (found !== null) return found;
  const [made] = await tx.insert(payLink).values(row).returning();
  return must(made, 'the link that was written');
}

/** The valid link of a trade, or null. The caller has bound the trade to its buyer. */
export async function findLivePayLink(db: Db | Tx, tradeNo: string): Promise<PayLinkRow | null> {
  const [row] = await db
    .select()
    .from(payLink)
    .where(and(eq(payLink.tradeNo, tradeNo), isNull(payLink.revokedAt)));
  return row ?? null;
}

/** A link by the number that is signed into its address, or null. */
export async function findPayLink(db: Db | Tx, id: number): Promise<PayLinkRow | null> {
  const [row] = await db.select().from(payLink).where(eq(payLink.id, id));
  return row ?? null;
}

/** True until it is revoked. The caller has locked the trade. */
export async function isLinkLive(tx: Tx, id: number): Promise<boolean> {
  const found = await findPayLink(tx, id);
  return found !== null && found.revokedAt === null;
}

/** Revokes a link. The caller has locked the trade. */
export async function revokeLink(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .update(payLink)
    .set({ revokedAt: now })
    .where(and(eq(payLink.id, id), isNull(payLink.revokedAt)));
}

/**
 * Closes the open payments of a link; their provider is asked to close them at once. The caller has locked the trade.
 */
export async function closeLinkPayments(
  tx: Tx,
  id: number,
  [open, closed]: readonly [PaymentState, PaymentState],
  now: Date,
): Promise<void> {
  await tx
    .update(payment)
    .set({ status: closed, closedAt: now, askAt: now })
    .where(and(eq(payment.linkId, id), eq(payment.status, open)));
}

/** The newest payment of a link in `state`, or null. */
export async function findLinkPayment(
  db: Db | Tx,
  id: number,
  state: PaymentState,
): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.linkId, id), eq(payment.status, state)))
    .orderBy(desc(payment.createdAt), desc(payment.no))
    .limit(1);
  return row ?? null;
}

/** A payment that was begun by a link and has paid, by its number. */
export async function findPaidByLink(db: Db, linkId: number, no: string): Promise<PaymentRow | null> {
  const paid: PaymentState = 'paid';
  const [row] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.no, no), eq(payment.linkId, linkId), eq(payment.status, paid)));
  return row ?? null;
}
