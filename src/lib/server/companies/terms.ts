/** Decisions of the platform about a company besides its review: rank, account manager, scopes. */
import type { CompanyFile, TermsInput } from '#lib/contract/companies/file-schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { getCompanyFile, termsMark } from './companies.ts';
import { listManagers } from './file-rows.ts';
import { listScopes, lockCompany, setScopes, setTerms } from './rows.ts';

/**
 * `POST /api/desk/companies/{id}/terms`. Equal terms are answered as done. Throws 404 for a company, 422 for an unknown
 * manager, 409 when another person has changed the terms since they were read.
 */
export async function setCompanyTerms(context: Context<'platform'>, input: TermsInput): Promise<CompanyFile> {
  const { db, now } = context;
  const { id, rank, scopes = [], manager_id: managerId = null, mark } = input;
  if (managerId !== null && !(await listManagers(db)).some((one) => one.id === managerId))
    throw fieldError('manager_id', '没有这位客户经理，请刷新后重新选择');
  await db.transaction(async (tx) => {
    const own = await lockCompany(tx, id);
    if (own === null) throw new AppError(404, `没有企业${id}`);
    const before = await listScopes(tx, id);
    const stands = termsMark(own.rank, own.accountManagerId, before);
    if (stands === termsMark(rank, managerId, scopes)) return;
    if (stands !== mark)
      throw new AppError(409, `${own.name}的等级、客户经理或经营范围刚刚已变更，请刷新后再改`);
    await setTerms(tx, id, { rank, accountManagerId: managerId });
    await setScopes(tx, id, [...new Set(scopes)]);
    await writeAudit(tx, recordOf(context), {
      act: 'company.terms',
      subject: 'company',
      key: id,
      before: { rank: own.rank, managerId: own.accountManagerId, scopes: before },
      after: { rank, managerId, scopes: scopes.toSorted() },
      at: now,
    });
  });
  return getCompanyFile(context, { id });
}
