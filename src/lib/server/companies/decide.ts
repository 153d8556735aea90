/** Decides an application (rules 2), for the desk and the command. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { stepPage } from '#lib/contract/registration/pages.ts';
import { path } from '#lib/contract/routes.ts';
import { applicationText } from '#lib/rules/companies/application.ts';
import { companyStateText } from '#lib/rules/companies/company-state.ts';
import { isScopeHeld, paperNames, type ScopeCode } from '#lib/rules/companies/qualification.ts';
import {
  isClaimedByOther,
  isWaiting,
  proposedScopes,
  stateAfterReview,
} from '#lib/rules/companies/review.ts';
import { type Context, recordOf } from '../core/context.ts';
import { isDuplicate } from '../core/process/error-facts.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { findForm } from '../people/registration-rows.ts';
import { listManagers } from './file-rows.ts';
import { paperOf } from './paper-state.ts';
import { acceptPapers, addFirstAddress, returnPapers, takeOverData } from './review-decision-rows.ts';
import { endReview } from './review-queue-rows.ts';
import {
  findByCode,
  findReview,
  findStaffId,
  listPaperKinds,
  listReviewPapers,
  lockReview,
} from './review-rows.ts';
import { lockCompany, setCompanyState, setScopes } from './rows.ts';

/**
 * Approves the company, or takes over its change. Fields left out stay as they are, scopes as the licences propose
 * them.
 */
export interface Approval {
  verdict: 'approved';
  scopes?: readonly ScopeCode[];
  rank?: number;
  managerId?: number | null;
}

/** A return, with a reason for a licence, or for the whole. */
export interface Return {
  verdict: 'returned';
  /** By the licence's id. */
  papers: ReadonlyMap<number, string>;
  /** Words about the whole; empty where those of the licences suffice. */
  reason: string;
}

export interface Asked {
  id: number;
  /** The version that was reviewed; left out by a command, which takes the present one. */
  version?: number;
  decision: Approval | Return;
  /** Carries out the stored decision, or tries one that is to be stored. */
  isStored?: boolean;
}

type Application = NonNullable<Awaited<ReturnType<typeof lockReview>>>;
type Company = NonNullable<Awaited<ReturnType<typeof lockCompany>>>;

/** The result. */
export interface Decided {
  company: string;
  scopes: ScopeCode[];
}

/**
 * Decides a waiting application. The same decision by the same person again is answered as done. Throws 404 where there
 * is none, 409 when it was decided, taken back or changed meanwhile, another person has claimed it or its code is
 * another company's, 422 for missing parts of the decision and for an unknown manager.
 */
export async function decide(context: Context<'platform'>, asked: Asked): Promise<Decided> {
  return sayingCode(() => context.db.transaction((tx) => decideWithin(tx, context, asked)));
}

/** Says in words that the code is another company's, which the database found. */
export async function sayingCode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Two applications of one code, decided at once, did not see each other: the second fails at the unique column.
    if (isDuplicate(error)) throw new AppError(409, '统一社会信用代码刚刚已属于另一家企业，请刷新后核对');
    throw error;
  }
}

/** The same within a transaction. */
export async function decideWithin(
  tx: Tx,
  context: Context<'platform'>,
  { id, version, decision, isStored = false }: Asked,
): Promise<Decided> {
  const { now, actor } = context;
  const { managerId = null } = decision.verdict === 'approved' ? decision : {};
  if (managerId !== null && !(await listManagers(tx)).some((one) => one.id === managerId))
    throw fieldError('manager_id', '没有这位客户经理，请刷新后重新选择');
  const me = await findStaffId(tx, actor.name);
  const found = await findReview(tx, id);
  if (found === null) throw new AppError(404, `没有申请${id}`);
  // The company is locked before its application, as everywhere.
  const company = await lockCompany(tx, found.own.companyId);
  const own = await lockReview(tx, id);
  if (company === null || own === null) throw new AppError(404, `没有申请${id}`);
  const reason = decision.verdict === 'returned' ? await wordsOf(tx, company.id, decision) : null;
  if (me !== null && own.status === decision.verdict && own.decidedBy === me && own.reason === reason)
    return { company: company.name, scopes: [] };
  if (!isWaiting(own.status))
    throw new AppError(409, `${own.data.name}的申请${applicationText(own.status)}，不能再决定`);
  if (version !== undefined && version !== own.version)
    throw new AppError(409, '企业刚刚修改了资料，请重新查看后再决定');
  if (own.verdict !== null && !isStored)
    throw new AppError(409, `${own.data.name}的申请刚刚已决定，十秒内只有决定的人可以撤回`);
  if (isClaimedByOther({ by: own.claimedBy, until: own.claimedUntil?.getTime() ?? null }, me, now.getTime()))
    throw new AppError(409, `${found.claimedBy ?? '同事'}正在审核这家企业`);
  const end = { status: decision.verdict, reason, decidedBy: me, decidedAt: now } as const;
  if (!(await endReview(tx, own, end))) throw new AppError(409, '这份申请刚刚已变更，请重新查看');
  return decision.verdict === 'approved'
    ? approve(tx, context, { company, own, decision })
    : giveBack(tx, context, { company, own, decision, reason: reason ?? '' });
}

/** The reasons of a return in one text, without those of other companies' licences. Throws 422 where there is none. */
async function wordsOf(tx: Tx, companyId: number, { papers, reason }: Return): Promise<string> {
  const rows = await listPaperKinds(tx, companyId, [...papers.keys()]);
  const said = rows.flatMap(({ id, kind }) => {
    const own = papers.get(id);
    return own === undefined ? [] : [`${paperNames[kind]}：${own}`];
  });
  const words = [...said, reason].filter((text) => text !== '').join('；');
  if (words === '') throw fieldError('reason', '请至少写一条退回原因');
  return words;
}

interface Approving {
  company: Company;
  own: Application;
  decision: Approval;
}

async function approve(
  tx: Tx,
  context: Context<'platform'>,
  { company, own, decision }: Approving,
): Promise<Decided> {
  const { now } = context;
  const status = moved(company, own, 'approved');
  const { buyerType } = own.data;
  if (buyerType === null) throw fieldError('reason', '申请里没有企业类型，请退回补充');
  const same = own.data.creditCode === '' ? null : await findByCode(tx, company.id, own.data.creditCode);
  if (same !== null)
    throw new AppError(409, `统一社会信用代码已属于${same.name}（企业${same.id}），请退回核对`);
  await acceptPapers(tx, company.id);
  const held = (await listReviewPapers(tx, company.id)).map(paperOf);
  const scopes = [...(decision.scopes ?? proposedScopes(own.data.scopes, held, now.getTime()))];
  const bare = scopes.filter((code) => !isScopeHeld(code, held, now.getTime()));
  if (bare.length > 0)
    throw fieldError('scopes', `${bare.join('、')}没有有效的资质支持，请取消勾选或退回补充`);
  const { rank = company.rank, managerId = company.accountManagerId } = decision;
  await takeOverData(tx, company.id, { ...own.data, buyerType }, { rank, accountManagerId: managerId });
  if (
    !(await setCompanyState(tx, company.id, company.status, { status, reason: keptReason(company, status) }))
  )
    throw new AppError(409, `${company.name}的状态刚刚已变更，请重新查看`);
  await setScopes(tx, company.id, scopes);
  await addFirstAddress(tx, company.id, own.data);
  await writeAudit(tx, recordOf(context), {
    act: 'company.approve',
    subject: 'company',
    key: company.id,
    before: { status: company.status },
    after: { status, application: own.id, scopes, rank, managerId },
    at: now,
  });
  await sendMessages(tx, {
    companyId: company.id,
    kind: 'company',
    title: own.kind === 'change' ? '资料变更已通过' : '资质审核通过',
    body:
      own.kind === 'change'
        ? '您提交的资料变更已通过审核，现在起按新资料采购。'
        : '您的企业资质已通过审核，现在可以查看价格和采购。',
    link: path('/user'),
    ref: `approved:${own.id}`,
  });
  return { company: own.data.name, scopes };
}

interface Returning {
  company: Company;
  own: Application;
  decision: Return;
  reason: string;
}

async function giveBack(
  tx: Tx,
  context: Context<'platform'>,
  { company, own, decision, reason }: Returning,
): Promise<Decided> {
  const { now } = context;
  const status = moved(company, own, 'returned');
  await returnPapers(tx, company.id, decision.papers);
  const said = own.kind === 'first' ? reason : keptReason(company, status);
  if (!(await setCompanyState(tx, company.id, company.status, { status, reason: said })))
    throw new AppError(409, `${company.name}的状态刚刚已变更，请重新查看`);
  await writeAudit(tx, recordOf(context), {
    act: 'company.return',
    subject: 'company',
    key: company.id,
    before: { status: company.status },
    after: { status, application: own.id, reason },
    at: now,
  });
  await sendMessages(tx, {
    companyId: company.id,
    kind: 'company',
    title: own.kind === 'change' ? '资料变更未通过' : '资质审核未通过',
    body: `${reason}。请修改后重新提交。`,
    link: own.kind === 'change' ? path('/zhzx/zzzj') : stepPage(await findForm(tx, company.id), 3),
    ref: `returned:${own.id}`,
  });
  return { company: own.data.name, scopes: [] };
}

/** A frozen company's reason stays with it. */
function keptReason(company: Company, status: Company['status']): string | null {
  return status === company.status ? company.statusReason : null;
}

function moved(company: Company, { kind }: Application, verdict: 'approved' | 'returned'): Company['status'] {
  const status = stateAfterReview(company.status, kind, verdict);
  if (status === null)
    throw new AppError(409, `${company.name}的状态为${companyStateText(company.status)}，不能决定`);
  return status;
}
