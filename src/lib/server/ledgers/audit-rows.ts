/** The audit log: changes by staff, imports and settings. Append-only; the database refuses anything else. */
import { and, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Actor, ActorKind } from '#lib/rules/companies/actors.ts';
import type { AuditAct, AuditSubject } from '#lib/rules/site/audit-acts.ts';
import type { Db, Tx } from '../db/client.ts';
import { countedPage } from '../db/counted-page.ts';
import { auditLog, merchant, user } from '../db/schema.ts';

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
  await tx.insert(auditLog).values({
    ...entry,
    subjectKey: String(key),
    merchantId: merchantId ?? actor.merchantId ?? null,
    actor: actor.kind,
    actorId: actor.id,
    requestId: actor.requestId,
  });
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

export interface AuditRow {
  id: number;
  at: Date;
  actor: ActorKind;
  actorId: string;
  /** The name of a buyer, for the platform; null for all others. */
  person: string | null;
  /** The merchant of a merchant's row. */
  merchant: string | null;
  requestId: string;
  act: string;
  subject: string;
  subjectKey: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The search; empty texts and null mean any. */
export interface AuditSearch {
  /** A merchant's own rows; null is the platform, which sees all. */
  within: number | null;
  who: string;
  act: string;
  subject: string;
  key: string;
  from: Date | null;
  to: Date | null;
}

/** Acts by a person: staff by the account's name, buyers by their own name as well. */
function isBy(db: Db, who: string, within: number | null): SQL | undefined {
  const named = db.select({ id: user.id }).from(user).where(eq(user.name, who));
  const isBuyer = and(eq(auditLog.actor, 'buyer'), inArray(auditLog.actorId, named));
  return within === null ? or(eq(auditLog.actorId, who), isBuyer) : eq(auditLog.actorId, who);
}

function fits(db: Db, { within, who, act, subject, key, from, to }: AuditSearch): SQL | undefined {
  return and(
    within === null ? undefined : eq(auditLog.merchantId, within),
    who === '' ? undefined : isBy(db, who, within),
    act === '' ? undefined : eq(auditLog.act, act),
    subject === '' ? undefined : eq(auditLog.subject, subject),
    key === '' ? undefined : eq(auditLog.subjectKey, key),
    from === null ? undefined : gte(auditLog.at, from),
    to === null ? undefined : lte(auditLog.at, to),
  );
}

/** A page of the entries, the newest first. */
export function findAudit(
  db: Db,
  request: AuditSearch,
  asked: { page: number; size: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const { id, at, actor, actorId, requestId, act, subject, subjectKey, before, after } = auditLog;
  const own = { id, at, actor, actorId, requestId, act, subject, subjectKey, before, after };
  const found = () =>
    db
      .select({ ...own, merchant: merchant.shortName, person: user.name })
      .from(auditLog)
      .leftJoin(merchant, eq(merchant.id, auditLog.merchantId))
      .leftJoin(
        user,
        and(
          eq(auditLog.actor, 'buyer'),
          eq(user.id, auditLog.actorId),
          request.within === null ? undefined : sql`false`,
        ),
      )
      .where(fits(db, request))
      .$dynamic();
  return countedPage(db, found, [desc(auditLog.id)], asked);
}
