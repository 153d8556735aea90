/** The audit log, for the administrators of a side. */
import type { AuditEntryWire, AuditList, AuditValues } from '#lib/contract/audit.ts';
import { actorText } from '#lib/rules/companies/actors.ts';
import { auditActText, auditSubjectText } from '#lib/rules/site/audit-acts.ts';
import { findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { type AuditRow, findAudit } from './audit-rows.ts';

/**
 * `GET /api/desk/audit`: a page of the entries, the newest first. A merchant's people find the acts of their own people
 * and acts on their accounts.
 */
export async function listAudit({ db, actor }: Context<'staff'>, input: AuditValues): Promise<AuditList> {
  const from = findDay(input.from);
  const to = findDayEnd(input.to);
  const wanted = {
    within: actor.merchantId,
    who: input.who,
    act: input.act,
    subject: input.subject,
    key: input.key,
    from: from === null ? null : new Date(from),
    to: to === null ? null : new Date(to),
  };
  const { rows, total } = await readElsewhere(db, (from) => findAudit(from, wanted, input));
  return { list: rows.map(entryOf), total };
}

function entryOf(row: AuditRow): AuditEntryWire {
  return {
    id: row.id,
    at: row.at.toISOString(),
    who: row.actorId,
    person: row.person ?? '',
    side: row.actor === 'merchant' ? (row.merchant ?? '') : actorText(row.actor),
    act: row.act,
    act_text: auditActText(row.act),
    subject: row.subject,
    subject_text: auditSubjectText(row.subject),
    key: row.subjectKey,
    request_id: row.requestId,
    before: linesOf(row.before),
    after: linesOf(row.after),
  };
}

function linesOf(value: Record<string, unknown> | null): string {
  return value === null ? '' : JSON.stringify(value, null, 2);
}
