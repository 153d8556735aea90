/** The audit log: what staff, imports and settings changed. Append-only; the database refuses anything else. */
import type { Actor } from '#lib/rules/companies/actors.ts';
import type { Tx } from '../db/client.ts';
import { auditLog } from '../db/schema.ts';

/** What an act was done to; the key is its number or id. */
export type AuditSubject =
  | 'order'
  | 'company'
  | 'grant'
  | 'wanted'
  | 'import'
  | 'setting'
  | 'staff'
  | 'ledger'
  | 'job';

export interface AuditEntry {
  /** `noun.verb`, e.g. order.ship. */
  act: string;
  subject: AuditSubject;
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
