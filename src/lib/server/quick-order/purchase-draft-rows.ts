/** The purchase list in progress. Every statement is bound to the person and the company. */
import { and, eq, sql } from 'drizzle-orm';
import type { DraftContent } from '#lib/contract/quick-order/draft.ts';
import type { CartOwner } from '../cart/rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { purchaseDraft } from '../db/schema.ts';

export type DraftRecord = typeof purchaseDraft.$inferSelect;

function ownedBy({ userId, companyId }: CartOwner) {
  return and(eq(purchaseDraft.userId, userId), eq(purchaseDraft.companyId, companyId));
}

export async function findDraft(db: Db | Tx, owner: CartOwner): Promise<DraftRecord | null> {
  const [row] = await db.select().from(purchaseDraft).where(ownedBy(owner));
  return row ?? null;
}

/**
 * Saves the list that follows `version`; null when another one was saved meanwhile. The same list again is no change:
 * it answers its version.
 */
export async function putDraft(
  db: Db | Tx,
  { userId, companyId }: CartOwner,
  { version, content, keepsLast }: { version: number; content: DraftContent; keepsLast: boolean },
  now: Date,
): Promise<number | null> {
  const { content: saved } = purchaseDraft;
  const isSame = sql`${saved} = excluded.content`;
  const wasFilled = sql`${saved}->'rows' <> '[]'::jsonb`;
  const [row] = await db
    .insert(purchaseDraft)
    .values({ userId, companyId, version: 1, content, updatedAt: now })
    .onConflictDoUpdate({
      target: [purchaseDraft.userId, purchaseDraft.companyId],
      set: {
        version: sql`${purchaseDraft.version} + case when ${isSame} then 0 else 1 end`,
        last: sql`case when ${keepsLast} and not (${isSame}) and ${wasFilled} then ${saved} else ${purchaseDraft.last} end`,
        content: sql`excluded.content`,
        updatedAt: now,
      },
      setWhere: sql`${purchaseDraft.version} = ${version} or ${isSame}`,
    })
    .returning({ version: purchaseDraft.version });
  return row?.version ?? null;
}

/** Swaps this version with the list before it; false when the version is another now. */
export async function swapDraft(db: Db | Tx, owner: CartOwner, version: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(purchaseDraft)
    .set({
      version: sql`${purchaseDraft.version} + 1`,
      content: sql`${purchaseDraft.last}`,
      last: sql`case when ${purchaseDraft.content}->'rows' <> '[]'::jsonb then ${purchaseDraft.content} end`,
      updatedAt: now,
    })
    .where(and(ownedBy(owner), eq(purchaseDraft.version, version), sql`${purchaseDraft.last} is not null`))
    .returning({ version: purchaseDraft.version });
  return rows.length > 0;
}
