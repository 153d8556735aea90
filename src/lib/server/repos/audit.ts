/** The audit log: what staff, imports and settings changed. Append-only; the database refuses anything else. */
import { and, desc, eq, gte, lte, type SQL } from 'drizzle-orm';
import type { Actor, ActorKind } from '#lib/rules/companies/actors.ts';
import type { AuditAct, AuditSubject } from '#lib/rules/site/audit-acts.ts';
import type { Db, Tx } from '../db/client.ts';
import { auditLog, merchant } from '../db/schema.ts';
import { countedPage } from './counted-page.ts';

export interface AuditEntry {
  act: AuditAct;
  subject: AuditSubject;
  /** Its number or id. */
  key: string | number;
  /** What was there before, as far as the act changed it; null when there was nothing. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Whose people read it besides the platform's; what a merchant's staff do is theirs by itself. */
  merchantId?: number | null;
  at: Date;
}

/** Writes one entry. In the transaction of the act: there is never the one without the other. */
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

export interface AuditRow {
  id: number;
  at: Date;
  actor: ActorKind;
  actorId: string;
  /** Of a merchant's row: whose. */
  merchant: string | null;
  requestId: string;
  act: string;
  subject: string;
  subjectKey: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** What is searched for; empty texts and null ask for nothing. */
export interface AuditWish {
  /** A merchant's own rows; null is the platform, which sees all. */
  within: number | null;
  who: string;
  act: string;
  subject: string;
  key: string;
  from: Date | null;
  to: Date | null;
}

function fits({ within, who, act, subject, key, from, to }: AuditWish): SQL | undefined {
  return and(
    within === null ? undefined : eq(auditLog.merchantId, within),
    who === '' ? undefined : eq(auditLog.actorId, who),
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
  wish: AuditWish,
  asked: { page: number; size: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const { id, at, actor, actorId, requestId, act, subject, subjectKey, before, after } = auditLog;
  const own = { id, at, actor, actorId, requestId, act, subject, subjectKey, before, after };
  const found = () =>
    db
      .select({ ...own, merchant: merchant.shortName })
      .from(auditLog)
      .leftJoin(merchant, eq(merchant.id, auditLog.merchantId))
      .where(fits(wish))
      .$dynamic();
  return countedPage(db, found, [desc(auditLog.id)], asked);
}
