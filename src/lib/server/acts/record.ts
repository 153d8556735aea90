/** Audit entries of an act: requester, decider, and content. */
import type { ActKind } from '#lib/rules/companies/act-kinds.ts';
import { isGiftKind } from '#lib/rules/points/gifts.ts';
import type { AuditAct, AuditSubject } from '#lib/rules/site/audit-acts.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import type { ActRow } from './countersign-rows.ts';

type Step = 'ask' | 'pass' | 'refuse' | 'withdraw';

const ofQueue: Record<Step, AuditAct> = {
  ask: 'act.ask',
  pass: 'act.pass',
  refuse: 'act.refuse',
  withdraw: 'act.withdraw',
};
// A person who may request a coupon and has no finance permission reads the outcome on the company's page.
const ofPiece: Record<Step, AuditAct> = {
  ask: 'issue.ask',
  pass: 'company.issue',
  refuse: 'issue.refuse',
  withdraw: 'act.withdraw',
};
const ofBalance: Record<Step, AuditAct> = {
  ask: 'correction.ask',
  pass: 'correction.pass',
  refuse: 'correction.refuse',
  withdraw: 'act.withdraw',
};
const ofGift: Record<Step, AuditAct> = {
  ask: 'gift.ask',
  pass: 'company.gift',
  refuse: 'gift.refuse',
  withdraw: 'act.withdraw',
};
const ofGiftBack: Record<Step, AuditAct> = {
  ask: 'gift.ask_back',
  pass: 'company.gift_back',
  refuse: 'gift.refuse_back',
  withdraw: 'act.withdraw',
};
// The company's page lists all steps, with the objection and the change itself.
const ofOwner: Record<Step, AuditAct> = {
  ask: 'owner.ask',
  pass: 'owner.pass',
  refuse: 'owner.refuse',
  withdraw: 'owner.withdraw',
};

function wordsOf(kind: ActKind): { acts: Record<Step, AuditAct>; subject: AuditSubject } {
  if (kind === 'balance') return { acts: ofBalance, subject: 'correction' };
  if (kind === 'owner_phone') return { acts: ofOwner, subject: 'company' };
  if (kind === 'voucher' || kind === 'coupon') return { acts: ofPiece, subject: 'company' };
  if (isGiftKind(kind)) return { acts: ofGift, subject: 'company' };
  return kind === 'gift_back' ? { acts: ofGiftBack, subject: 'company' } : { acts: ofQueue, subject: 'act' };
}

/** Writes one step of a locked or new act into the audit log. */
export async function recordAct(
  tx: Tx,
  context: Context<'staff'>,
  step: Step,
  row: Pick<
    ActRow,
    | 'id'
    | 'kind'
    | 'companyId'
    | 'amount'
    | 'reason'
    | 'askedBy'
    | 'subject'
    | 'state'
    | 'threshold'
    | 'until'
    | 'merchantId'
    | 'payload'
  >,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { acts, subject } = wordsOf(row.kind);
  const { id, kind, companyId, amount, reason, askedBy, state, threshold, until, merchantId } = row;
  const about = row.subject === '' ? {} : { about: row.subject };
  const piece = until === null ? {} : { threshold, until };
  // The number of points or cards.
  const count = isGiftKind(kind) ? { count: fieldOf(row.payload, 'count') } : {};
  const asked = { companyId, kind, amount, ...count, ...about };
  await writeAudit(tx, recordOf(context), {
    act: acts[step],
    subject,
    key: subject === 'company' ? companyId : id,
    ...(merchantId !== null && { merchantId }),
    before: step === 'ask' ? null : { ...asked, askedBy, state },
    after: step === 'ask' ? { id, ...asked, ...piece, reason } : { id, ...more },
    at: context.now,
  });
}
