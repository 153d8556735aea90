/** The audit log: changes by staff, imports and settings. Append-only; the database refuses anything else. */
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { Actor } from '#lib/rules/companies/actors.ts';
import type { AuditAct, AuditSubject } from '#lib/rules/site/audit-acts.ts';
import type { Db, Tx } from '../db/client.ts';
import { auditLog } from '../db/schema.ts';

export interface AuditEntry {
  act: AuditAct;
  subject: AuditSubject;
  /** Its number or id. */
  key: string | number;
  /** The changed fields as they were before; null when there was nothing. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** The merchant whose people read it besides the platform's; acts of a merchant's staff are theirs automatically. */
  merchantId?: number | null;
  at: Date;
}

/** Writes one entry, in the transaction of the act: neither exists without the other. */
export async function writeAudit(
  tx: Tx,
  actor: Actor,
  { key, merchantId, ...entry }: AuditEntry,
): Promise<void> {
  const { reason } = actor;
  await tx.insert(auditLog).values({
    ...entry,
    ...(reason !== undefined && { after: { ...entry.after, reason } }),
    subjectKey: String(key),
    merchantId: merchantId ?? actor.merchantId ?? null,
    actor: actor.kind,
    actorId: actor.id,
    requestId: actor.requestId,
  });
}

/** The last entries about one subject, the newest first. */
export function listAuditOf(db: Db, { subject, key }: { subject: AuditSubject; key: string }, limit: number) {
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      act: auditLog.act,
      actorId: auditLog.actorId,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), eq(auditLog.subjectKey, key)))
    .orderBy(desc(auditLog.id))
    .limit(limit);
}

/**
 * Writes one entry unless this actor has left an equal one since a moment. Of two calls at once one waits for the
 * other; entries are equal where everything but time and request is the same.
 */
export async function writeAuditOnce(tx: Tx, actor: Actor, entry: AuditEntry, since: Date): Promise<void> {
  const { act, subject, key, after } = entry;
  const turn = `audit:${actor.kind}:${actor.id}:${act}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`);
  const same = await tx.$count(
    auditLog,
    and(
      eq(auditLog.actorId, actor.id),
      eq(auditLog.actor, actor.kind),
      eq(auditLog.act, act),
      eq(auditLog.subject, subject),
      eq(auditLog.subjectKey, String(key)),
      gte(auditLog.at, since),
      sql`${auditLog.after} is not distinct from ${after === null ? null : JSON.stringify(after)}::jsonb`,
    ),
  );
  if (same === 0) await writeAudit(tx, actor, entry);
}
