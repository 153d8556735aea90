/** Coupons and cash vouchers that the platform gives to one company by hand (rules 4): requested here. */
import type { IssueValues } from '#lib/contract/companies/issue-schema.ts';
import type { ActWire } from '#lib/contract/countersign.ts';
import { fieldError } from '#lib/contract/errors.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { issueProblem } from '#lib/rules/promotions/issued.ts';
import { needOpenCompany } from '../acts/hands.ts';
import { propose } from '../acts/propose.ts';
import { getAct } from '../acts/wire.ts';
import type { OnceContext } from '../core/context.ts';
import { idempotent } from '../core/idempotent.ts';
import { closedIssue, passIssue } from './pass-issue.ts';

/**
 * `POST /api/desk/companies/{id}/coupons`: requests one piece; the company gets it when another person approves. The
 * same key again requests none. Throws 404 for a company, 409 for a closed one, 422 for an invalid amount, threshold or
 * day.
 */
export async function askIssue(context: OnceContext<'platform'>, input: IssueValues): Promise<ActWire> {
  const { db, now, key } = context;
  const { id: companyId, kind, until, reason } = input;
  const value = parseYuan(input.value);
  const threshold = parseYuan(input.threshold);
  const problem = issueProblem({ kind, value, threshold, until }, now.getTime());
  if (problem !== null) throw fieldError(problem.field, problem.text);
  const { id } = await db.transaction(async (tx) => {
    await needOpenCompany(tx, companyId, closedIssue);
    return idempotent(tx, { companyId, key, body: input }, async () => {
      const { id: made } = await propose(
        tx,
        context,
        {
          kind,
          companyId,
          amount: value,
          threshold,
          until,
          reason,
        },
        passIssue,
      );
      return { id: made };
    });
  });
  return getAct(context, id);
}
