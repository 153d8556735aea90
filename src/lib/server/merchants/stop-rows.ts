/** Entries of the audit log about stops of a merchant's sales. */
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { AuditAct } from '#lib/rules/site/audit-acts.ts';
import type { Tx } from '../db/client.ts';
import { auditLog } from '../db/schema.ts';

const stopActs: AuditAct[] = ['merchant.stop', 'merchant.resume'];

/** The last stop or resumption of a merchant; null where there was none. */
export async function findLastStop(tx: Tx, merchantId: number) {
  const [row] = await tx
    .select({
      id: auditLog.id,
      act: auditLog.act,
      actorId: auditLog.actorId,
      at: auditLog.at,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, 'merchant'),
        eq(auditLog.subjectKey, String(merchantId)),
        inArray(auditLog.act, stopActs),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row ?? null;
}

export type LastStop = NonNullable<Awaited<ReturnType<typeof findLastStop>>>;
