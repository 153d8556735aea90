/** Coupons and cash vouchers that the platform gives to one company by hand (rules 4): asked for here, given by another. */
import type { IssueValues } from '#lib/contract/companies/issue-schema.ts';
import type { CorrectionWire } from '#lib/contract/corrections/schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { type CorrectionKind, newCorrection } from '#lib/rules/companies/correction.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { type IssuedKind, issuedKinds, issueProblem } from '#lib/rules/promotions/issued.ts';
import { findDayEnd } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type OnceContext, recordOf } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { once } from '../../once.ts';
import { writeAudit } from '../../repos/audit.ts';
import { type CorrectionRow, insertCorrection } from '../../repos/corrections.ts';
import { issueToCompany } from '../../repos/coupons.ts';
import { sendMessages } from '../../repos/messages.ts';
import { findCompanyState } from '../../repos/top-ups.ts';
import { getCorrection } from './wire.ts';

const pages = { voucher: path('/wdqb/xjq'), coupon: path('/wdqb/yhq') };

/** A row that says a piece is to be given. */
export type IssueRow = CorrectionRow & { kind: IssuedKind };

export function isIssue(row: CorrectionRow & { kind: CorrectionKind }): row is IssueRow {
  return row.kind !== 'balance';
}

/**
 * `POST /api/desk/companies/{id}/coupons`: asks for one piece; the company has it when another person passes it. The same
 * key again asks for none. Throws 404 for a company, 409 for a closed one, 422 for an amount, a threshold or a day that
 * may not be.
 */
export async function askIssue(
  context: OnceContext<'platform'>,
  input: IssueValues,
): Promise<CorrectionWire> {
  const { db, now, actor, key } = context;
  const { id: companyId, kind, until, reason } = input;
  const value = parseYuan(input.value);
  const threshold = parseYuan(input.threshold);
  const problem = issueProblem({ kind, value, threshold, until }, now.getTime());
  if (problem !== null) throw fieldError(problem.field, problem.text);
  const { id } = await db.transaction(async (tx) => {
    await checkCompany(tx, companyId);
    return once(tx, { companyId, key, body: input }, async () => {
      const row = { companyId, kind, amount: value, threshold, until, reason };
      const asked = { askedBy: actor.name, state: newCorrection, createdAt: now };
      const made = await insertCorrection(tx, { ...row, ...asked });
      await writeAudit(tx, recordOf(context), {
        act: 'issue.ask',
        subject: 'company',
        key: companyId,
        before: null,
        after: { id: made, kind, value, threshold, until, reason },
        at: now,
      });
      return { id: made };
    });
  });
  return getCorrection(db, id, actor.name);
}

/**
 * Gives what a locked row asks for, and tells the company; answers the piece. Throws 409 for a closed company, and where
 * its last day is over by now.
 */
export async function giveIssue(tx: Tx, row: IssueRow, now: Date): Promise<number> {
  const { companyId, kind, amount: value, threshold, reason } = row;
  await checkCompany(tx, companyId);
  const until = must(row.until, 'the last day');
  const problem = issueProblem({ kind, value, threshold, until }, now.getTime());
  if (problem !== null) throw new AppError(409, `现在不能发放：${problem.text}`);
  const validTo = new Date(must(findDayEnd(until), 'the last day'));
  const { name } = issuedKinds[kind];
  const given = { kind, name, remarks: reason, threshold, value, validFrom: now, validTo };
  const id = await issueToCompany(tx, companyId, given);
  const least = threshold === 0 ? '' : `满¥${showYuan(threshold)}可用，`;
  await sendMessages(tx, {
    companyId,
    kind: 'wallet',
    title: `收到${name}¥${showYuan(value)}`,
    body: `${reason}（${least}${until}前有效）`,
    link: pages[kind],
    ref: `issued:${id}`,
  });
  return id;
}

/** Throws 404 for a company that there is not, 409 for one that is closed. */
async function checkCompany(tx: Tx, companyId: number): Promise<void> {
  const state = await findCompanyState(tx, companyId);
  if (state === null) throw new AppError(404, `没有企业${companyId}`);
  if (!mayLogIn(state)) throw new AppError(409, '企业已注销，不能发券');
}
