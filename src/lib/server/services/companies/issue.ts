/** Coupons and cash vouchers that the platform gives to one company by hand (rules 4). */
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import type { IssueValues } from '#lib/contract/companies/issue-schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { issuedKinds, issueProblem } from '#lib/rules/promotions/issued.ts';
import { findDayEnd } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type OnceContext, recordOf } from '../../context.ts';
import { once } from '../../once.ts';
import { writeAudit } from '../../repos/audit.ts';
import { issueToCompany } from '../../repos/coupons.ts';
import { sendMessages } from '../../repos/messages.ts';
import { findCompanyState } from '../../repos/top-ups.ts';
import { getCompanyFile } from './companies.ts';

const pages = { voucher: path('/wdqb/xjq'), coupon: path('/wdqb/yhq') };

/**
 * `POST /api/desk/companies/{id}/coupons`: one piece of its own, in the company's hands at once. The same key again gives
 * none. Throws 404 for a company, 409 for a closed one, 422 for an amount, a threshold or a day that may not be.
 */
export async function issueCoupon(
  context: OnceContext<'platform'>,
  input: IssueValues,
): Promise<CompanyFile> {
  const { db, now, key } = context;
  const { id: companyId, kind, until, reason } = input;
  const value = parseYuan(input.value);
  const threshold = parseYuan(input.threshold);
  const problem = issueProblem({ kind, value, threshold, until }, now.getTime());
  if (problem !== null) throw fieldError(problem.field, problem.text);
  const validTo = new Date(must(findDayEnd(until), 'the last day'));
  await db.transaction(async (tx) => {
    const state = await findCompanyState(tx, companyId);
    if (state === null) throw new AppError(404, `没有企业${companyId}`);
    if (!mayLogIn(state)) throw new AppError(409, '企业已注销，不能发券');
    await once(tx, { companyId, key, body: input }, async () => {
      const { name } = issuedKinds[kind];
      const given = { kind, name, remarks: reason, threshold, value, validFrom: now, validTo };
      const id = await issueToCompany(tx, companyId, given);
      await writeAudit(tx, recordOf(context), {
        act: 'company.issue',
        subject: 'company',
        key: companyId,
        before: null,
        after: { id, kind, value, threshold, until, reason },
        at: now,
      });
      const least = threshold === 0 ? '' : `满¥${showYuan(threshold)}可用，`;
      await sendMessages(tx, {
        companyId,
        kind: 'wallet',
        title: `收到${name}¥${showYuan(value)}`,
        body: `${reason}（${least}${until}前有效）`,
        link: pages[kind],
        ref: `issued:${id}`,
      });
      return { id };
    });
  });
  return getCompanyFile(context, { id: companyId });
}
