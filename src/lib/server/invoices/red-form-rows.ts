/** 红字确认单 (rules 19). One about a blue invoice is open at a time. */
import type { Tx } from '../db/client.ts';
import { redForm } from '../db/schema.ts';

/** Writes a new form; null where another one is open. */
export async function insertRedForm(tx: Tx, row: typeof redForm.$inferInsert): Promise<number | null> {
  const [made] = await tx.insert(redForm).values(row).onConflictDoNothing().returning({ id: redForm.id });
  return made?.id ?? null;
}
