/** What the audit log says of sets of changes. */
import { changeSourceText } from '#lib/rules/changes/set-source.ts';
import type { AuditAct } from '#lib/rules/site/audit-acts.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import type { SetRow } from './rows.ts';
import { subjectNamed } from './subjects.ts';

type Staff = Context<'staff'>;

/** Records that a set begins to be written: who, why, how many rows. */
export async function auditSet(tx: Tx, context: Staff, set: SetRow, rows: number): Promise<void> {
  const { audit } = subjectNamed(set.subject);
  await writeAudit(tx, recordOf(context), {
    ...audit,
    key: set.id,
    before: null,
    after: { rows, changes: changeSourceText(set.source), reason: set.reason, ...set.values },
    merchantId: set.merchantId,
    at: context.now,
  });
}

/** Records what a second person has decided, and about what. */
export function auditDecision(tx: Tx, context: Staff, set: SetRow, text: string): Promise<void> {
  return write(tx, context, set, { act: 'change.decide', after: { text, ...set.values } });
}

type Step = Extract<AuditAct, `change.${'ask' | 'withdraw' | 'drop' | 'stop' | 'resume' | 'end'}`>;

/** Records who has moved a set on its way: often a colleague of the person who made it. */
export function auditStep(tx: Tx, context: Staff, set: SetRow, act: Step): Promise<void> {
  return write(tx, context, set, { act, after: {} });
}

function write(
  tx: Tx,
  context: Staff,
  { id: key, merchantId, madeBy }: SetRow,
  { act, after }: { act: Step | 'change.decide'; after: Record<string, unknown> },
): Promise<void> {
  return writeAudit(tx, recordOf(context), {
    ...{ act, subject: 'change', key, before: null, after: { ...after, made_by: madeBy } },
    ...{ merchantId, at: context.now },
  });
}
