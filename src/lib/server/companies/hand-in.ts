/** Submits a company's edited data to the desk, as a whole (rules 2). */
import { AppError } from '#lib/contract/errors.ts';
import type { Zizhi } from '#lib/contract/papers.ts';
import { applicationKindOf, paperStates, stateAfterHandIn } from '#lib/rules/companies/application.ts';
import { differsAsCompany } from '#lib/rules/companies/application-lacks.ts';
import { companyStateText, isApproved } from '#lib/rules/companies/company-state.ts';
import { findStoreLacks } from '#lib/rules/companies/named-stores.ts';
import { mayRegister } from '#lib/rules/companies/registration.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { companyDataOf, handInDraft, openApplication } from '../people/application-rows.ts';
import { lockStores } from '../people/named-store-rows.ts';
import { findPapersState, getPapers } from './own-papers.ts';
import { lockCompany, setCompanyState } from './rows.ts';

/**
 * Submits the application that a company edits, with its licences: 待提交 and 已驳回 → 待审核; 审核通过 → 资料变更待审核, where the old
 * approval stays in force. A waiting one is answered as done, also to the second of two calls at once. With `version`
 * only the draft as it was read is submitted. Throws 409 where the company cannot, or the draft is another, 422 with
 * `lacks` (where each is filled in, and its sentence) where something is missing.
 */
export async function handIn(
  context: Context<'buyer'>,
  { version }: { version?: number } = {},
): Promise<void> {
  const {
    db,
    actor: {
      account: { companyId },
    },
    now,
  } = context;
  await db.transaction(async (tx) => {
    const company = must(await lockCompany(tx, companyId), 'the company');
    const before = await findPapersState(tx, companyId, now);
    if (before.application?.status === 'waiting') return;
    const to = stateAfterHandIn(company.status);
    if (to === null) throw new AppError(409, `企业${companyStateText(company.status)}，现在不能提交审核`);
    const stores = mayRegister(company.status) ? await lockStores(tx, companyId) : [];
    const ofStores = findStoreLacks(stores, before.data.creditCode).map(({ at, text }) => ({
      at,
      text: `企业资料的门店清单：${text}`,
    }));
    const lacks = [...before.lacks, ...ofStores];
    if (lacks.length > 0) throw missing(lacks);
    const application = await openApplication(tx, companyId, {
      kind: applicationKindOf(company.status),
      now,
    });
    if (version !== undefined && version !== application.version)
      throw new AppError(409, '资料刚刚在另一处修改过，请核对最新内容后再提交');
    const isWritten = before.papers.some(({ status }) => paperStates[status].isWritten);
    const isOther =
      isApproved(company.status) && differsAsCompany(application.data, await companyDataOf(tx, companyId));
    if (isApproved(company.status) && !isWritten && !isOther)
      throw new AppError(422, '没有要提交的修改，请先更换证件或修改资料');
    if (
      !(await handInDraft(tx, application, now)) ||
      !(await setCompanyState(tx, companyId, company.status, { status: to, reason: null }))
    )
      throw new AppError(409, '资料刚刚已变更，请核对后再提交');
    await writeAudit(tx, recordOf(context), {
      act: 'company.hand_in',
      subject: 'company',
      key: companyId,
      before: { status: company.status },
      after: { status: to, application: application.id },
      at: now,
    });
  });
}

/** `POST /api/user/zizhi/hand-in`: as above; answers the state of all licences. */
export async function handInPapers(context: Context<'buyer'>): Promise<Zizhi> {
  await handIn(context);
  return getPapers(context);
}

function missing(lacks: readonly { at: string; text: string }[]): AppError {
  const errors = Object.fromEntries(lacks.map(({ at, text }) => [at, [text]]));
  return new AppError(422, lacks[0]?.text, { errors, lacks });
}
