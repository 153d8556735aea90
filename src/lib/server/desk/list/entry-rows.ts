/** Entries of the audit log by which the kit tells what an act has changed, and what was changed since. */
import { and, asc, desc, eq, gt, notInArray } from 'drizzle-orm';
import { auditReads } from '#lib/rules/site/audit-acts.ts';
import type { Db, Tx } from '../../db/client.ts';
import { auditLog } from '../../db/schema.ts';

/** The last entry of the audit log, before an act. */
export async function lastEntry(tx: Db | Tx): Promise<number> {
  const [row] = await tx.select({ id: auditLog.id }).from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return row?.id ?? 0;
}

/** The last entry that an act of this request has left since; null for none. */
export async function entryOf(tx: Db | Tx, since: number, requestId: string): Promise<number | null> {
  const [row] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(gt(auditLog.id, since), eq(auditLog.requestId, requestId)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row?.id ?? null;
}

/** An entry by its number; null for none. */
export async function findEntry(tx: Tx, id: number): Promise<typeof auditLog.$inferSelect | null> {
  const [row] = await tx.select().from(auditLog).where(eq(auditLog.id, id));
  return row ?? null;
}

/** Changes of the subject of an entry behind it, the oldest first. */
export function listSince(
  tx: Tx,
  { id, subject, subjectKey }: { id: number; subject: string; subjectKey: string },
) {
  return tx
    .select({ act: auditLog.act, actorId: auditLog.actorId, at: auditLog.at, requestId: auditLog.requestId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, subject),
        eq(auditLog.subjectKey, subjectKey),
        gt(auditLog.id, id),
        notInArray(auditLog.act, [...auditReads]),
      ),
    )
    .orderBy(asc(auditLog.id));
}
