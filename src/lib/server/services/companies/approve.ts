/** Companies that wait for their papers to be reviewed (rules 1 and 2). */
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import {
  canBecome,
  companyStateText,
  type PaperKind,
  type ScopeCode,
  scopeCodes,
  scopePapers,
} from '#lib/rules/companies/qualification.ts';
import { type Context, recordOf } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { findCompany, grantScopes, listPaperKinds, moveCompany } from '../../repos/approvals.ts';
import { writeAudit } from '../../repos/audit.ts';
import { sendMessages } from '../../repos/messages.ts';

/** A company by its id, a member's login name or the company's name. Throws 404 when there is none. */
export async function getCompany(tx: Tx, who: string) {
  const company = await findCompany(tx, who);
  if (company === null) throw new AppError(404, `没有企业“${who}”，请给出企业编号、名称或登录名`);
  return company;
}

/**
 * 待审核 → 审核通过, with the papers that were handed in and the scopes that rest on them. Throws 404 for an unknown
 * company, 409 for one that does not wait for it.
 */
export async function approveCompany(
  context: Context<'platform'>,
  { who }: { who: string },
): Promise<{ company: string; scopes: ScopeCode[] }> {
  const { db, now } = context;
  return db.transaction(async (tx) => {
    const company = await getCompany(tx, who);
    if (!canBecome(company.status, 'approved'))
      throw new AppError(409, `${company.name}的状态为${companyStateText(company.status)}，不能审核通过`);
    if (!(await moveCompany(tx, company.id, company.status, 'approved')))
      throw new AppError(409, `${company.name}的状态刚刚已变更，请核对后再试`);
    const kinds = new Set<PaperKind>(await listPaperKinds(tx, company.id));
    const scopes = scopeCodes.filter((code) => scopePapers[code].some((kind: PaperKind) => kinds.has(kind)));
    await grantScopes(tx, company.id, scopes);
    await sendMessages(tx, {
      companyId: company.id,
      kind: 'company',
      title: '资质审核通过',
      body: '您的企业资质已通过审核，现在可以查看价格和采购。',
      link: path('/user'),
      ref: `approved:${company.id}:${now.getTime()}`,
    });
    await writeAudit(tx, recordOf(context), {
      act: 'company.approve',
      subject: 'company',
      key: company.id,
      before: { status: company.status },
      after: { status: 'approved', scopes },
      at: now,
    });
    return { company: company.name, scopes };
  });
}
