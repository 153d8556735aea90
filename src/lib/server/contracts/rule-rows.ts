/** Merchants' rules about contracts. */
import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { contractRule } from '../db/schema.ts';

export type RuleRow = typeof contractRule.$inferSelect;

export async function findRule(db: Db | Tx, merchantId: number): Promise<RuleRow | null> {
  const [row] = await db.select().from(contractRule).where(eq(contractRule.merchantId, merchantId));
  return row ?? null;
}

/** Replaces the version that was read, 0 for none; null when another was faster. */
export async function putRule(
  tx: Tx,
  merchantId: number,
  read: number,
  set: Omit<RuleRow, 'merchantId' | 'version'>,
): Promise<RuleRow | null> {
  const [row] =
    read === 0
      ? await tx
          .insert(contractRule)
          .values({ merchantId, version: 1, ...set })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(contractRule)
          .set({ ...set, version: read + 1 })
          .where(and(eq(contractRule.merchantId, merchantId), eq(contractRule.version, read)))
          .returning();
  return row ?? null;
}
