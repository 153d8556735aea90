/** Approves a waiting company by a command; the desk decides by ./decide.ts as well. */
import { AppError } from '#lib/contract/errors.ts';
import { companyStateText } from '#lib/rules/companies/company-state.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { type Decided, decide } from './decide.ts';
import { findCompany } from './grant-rows.ts';
import { findWaitingOf } from './review-queue-rows.ts';
import { fileWaiting } from './review-rows.ts';

/** A company by its id, a member's login name or the company's name. Throws 404 when there is none. */
export async function getCompany(tx: Tx, who: string) {
  const company = await findCompany(tx, who);
  if (company === null) throw new AppError(404, `没有企业“${who}”，请给出企业编号、名称或登录名`);
  return company;
}

/**
 * Approves a company's application, with the scopes that its licences propose. Throws 404 for an unknown company, 409
 * for one that does not wait for it.
 */
export async function approveCompany(
  context: Context<'platform'>,
  { who }: { who: string },
): Promise<Decided> {
  const { company, id } = await context.db.transaction(async (tx) => {
    const found = await getCompany(tx, who);
    return { company: found, id: (await findWaitingOf(tx, found.id)) ?? (await fileWaiting(tx, found.id)) };
  });
  if (id === null)
    throw new AppError(409, `${company.name}的状态为${companyStateText(company.status)}，不能审核通过`);
  return decide(context, { id, decision: { verdict: 'approved' } });
}
