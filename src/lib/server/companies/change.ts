/**
 * Changes of an approved company's data: edited, submitted with its licences, taken back (rules 2). The old approval
 * stays in force.
 */

import type {
  ChangeCompanyValues,
  ChangeVersionValues,
  CompanyChange,
} from '#lib/contract/companies/change-schema.ts';
import { AppError, type FieldErrors } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { type CompanyData, mayChangePapers, paperStates } from '#lib/rules/companies/application.ts';
import { differsAsCompany } from '#lib/rules/companies/application-lacks.ts';
import { type CompanyState, companyStateText, isApproved } from '#lib/rules/companies/company-state.ts';
import { paperNames, scopesOf } from '#lib/rules/companies/qualification.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import { regionText } from '#lib/rules/text/address-text.ts';
import { findCreditCodeProblem } from '#lib/rules/text/credit-code.ts';
import { findRegion } from '../addresses/regions.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import {
  companyDataOf,
  findNewestApplication,
  openApplication,
  saveDraft,
  takeBack,
} from '../people/application-rows.ts';
import { handIn } from './hand-in.ts';
import { findPapersState } from './own-papers.ts';
import { lockCompany, setCompanyState } from './rows.ts';

/** `GET /api/user/company`: the company's data, the requested data, and the state of the request. */
export async function getCompanyChange(context: Context<'buyer'>): Promise<CompanyChange> {
  const {
    db,
    now,
    actor: { account },
  } = context;
  const { application, company, known, data, lacks, papers } = await findPapersState(
    db,
    account.companyId,
    now,
  );
  const refusal = findRefusal(company, account.inheritsPapers);
  const mayWrite = refusal === '' && roleMay(account.role, 'manage');
  const isWritten = papers.some(({ status }) => paperStates[status].isWritten);
  const isChange = application?.kind === 'change';
  return {
    version: application?.version ?? 1,
    state_text: companyStateText(company),
    can_change: mayWrite ? 1 : 0,
    refusal,
    can_hand_in: mayWrite && (isWritten || differsAsCompany(data, known)) ? 1 : 0,
    handed_in_at:
      (isChange && application.status === 'waiting' && application.handedInAt?.toISOString()) || null,
    reason: (isChange && application.status === 'returned' && application.reason) || '',
    now: describedOf(known),
    wanted: describedOf(data),
    lacks: mayWrite ? lacks.map(({ at, text }) => ({ at, text, page: lackPage(at) })) : [],
  };
}

/** Why a company may not edit here; empty where it may. */
function findRefusal(state: CompanyState, inheritsPapers: boolean): string {
  if (inheritsPapers) return '本门店沿用总部的资质，企业资料由总部变更';
  if (!isApproved(state)) return `企业${companyStateText(state)}，通过审核后才能变更资料`;
  return mayChangePapers(state) ? '' : '变更正在审核，审核结束或撤回后才能修改';
}

function lackPage(at: string): string {
  return isKeyOf(paperNames, at) ? `${path('/zhzx/zzzj')}#paper-${at}` : '';
}

function describedOf({ name, creditCode, buyerType, regionCode, scopes, ...place }: CompanyData) {
  return {
    name,
    credit_code: creditCode,
    buyer_type: buyerType ?? '',
    place: regionText(place),
    region_code: regionCode,
    scopes,
  };
}

/**
 * `POST /api/user/company`: saves the requested data as a draft; the company itself does not change yet. Throws 422 for
 * what is wrong, 409 with the present state where another device was faster, or while the desk reviews it.
 */
export async function changeCompany(
  context: Context<'buyer'>,
  input: ChangeCompanyValues,
): Promise<CompanyChange> {
  const { now } = context;
  const region = findRegion(input.region_code);
  const wanted = {
    name: input.name.trim(),
    creditCode: input.credit_code,
    buyerType: input.buyer_type,
    province: region?.province ?? '',
    city: region?.city ?? '',
    district: region?.district ?? '',
    regionCode: region?.code ?? '',
    scopes: [...new Set(input.scopes)],
  };
  refuseWrong(wanted);
  const isSaved = await written(context, async (tx, companyId) => {
    const draft = await openApplication(tx, companyId, { kind: 'change', now });
    const data = { ...draft.data, ...wanted };
    return saveDraft(tx, { id: draft.id, version: input.version, data, now });
  });
  if (!isSaved) throw await changedElsewhere(context);
  return getCompanyChange(context);
}

/** `POST /api/user/company/drop`: resets the draft to the company's data; its licences stay. Throws 409 as above. */
export async function dropChange(
  context: Context<'buyer'>,
  { version }: ChangeVersionValues,
): Promise<CompanyChange> {
  const { now } = context;
  const isSaved = await written(context, async (tx, companyId) => {
    const newest = await findNewestApplication(tx, companyId);
    const known = await companyDataOf(tx, companyId);
    const wanted = newest?.kind === 'change' && newest.status !== 'approved' ? newest.data : known;
    // Dropped already.
    if (!differsAsCompany(wanted, known)) return true;
    const draft = await openApplication(tx, companyId, { kind: 'change', now });
    return saveDraft(tx, { id: draft.id, version, data: known, now });
  });
  if (!isSaved) throw await changedElsewhere(context);
  return getCompanyChange(context);
}

/** `POST /api/user/company/hand-in`: as `handIn`, of the draft that was read. */
export async function handInChange(
  context: Context<'buyer'>,
  { version }: ChangeVersionValues,
): Promise<CompanyChange> {
  const { account } = context.actor;
  const refusal = findRefusal(account.companyState, account.inheritsPapers);
  // A waiting one is answered as done.
  if (account.inheritsPapers || !isApproved(account.companyState)) throw new AppError(409, refusal);
  await handIn(context, { version });
  return getCompanyChange(context);
}

/**
 * `POST /api/user/company/withdraw`: takes back a waiting change, which continues as a draft with its licences. If it
 * was decided or taken back already, nothing changes.
 */
export async function withdrawChange(context: Context<'buyer'>): Promise<CompanyChange> {
  const {
    db,
    now,
    actor: {
      account: { companyId },
    },
  } = context;
  await db.transaction(async (tx) => {
    const company = must(await lockCompany(tx, companyId), 'the company');
    const taken = await takeBack(tx, companyId, now);
    if (taken === null) return;
    if (!(await setCompanyState(tx, companyId, 'changing', { status: 'approved', reason: null })))
      throw new AppError(409, '资料刚刚已变更，请刷新后再看');
    await writeAudit(tx, recordOf(context), {
      act: 'company.withdraw',
      subject: 'company',
      key: companyId,
      before: { status: company.status },
      after: { status: 'approved', application: taken },
      at: now,
    });
  });
  return getCompanyChange(context);
}

/** Locks the company and runs the edit where it may be edited. */
async function written(
  { db, actor: { account } }: Context<'buyer'>,
  work: (tx: Tx, companyId: number) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const company = must(await lockCompany(tx, account.companyId), 'the company');
    const refusal = findRefusal(company.status, company.inheritsPapers);
    if (refusal !== '') throw new AppError(409, refusal);
    return work(tx, account.companyId);
  });
}

type Wanted = Pick<CompanyData, 'name' | 'creditCode' | 'regionCode' | 'scopes'> & {
  buyerType: NonNullable<CompanyData['buyerType']>;
};

/** Throws 422 with a sentence for each wrong field. */
function refuseWrong({ name, creditCode, regionCode, scopes, buyerType }: Wanted): void {
  const errors: FieldErrors = {};
  if (name === '') errors.name = ['请填写企业名称'];
  const code = findCreditCodeProblem(creditCode);
  if (code !== null) errors.credit_code = [code];
  if (regionCode === '') errors.region_code = ['请选择所在地区'];
  const offered = scopesOf(buyerType);
  const other = scopes.filter((scope) => !offered.includes(scope));
  if (scopes.length === 0) errors.scopes = ['请选择经营范围'];
  else if (other.length > 0) errors.scopes = [`您的企业类型不能申请${other.join('、')}`];
  const [first] = Object.values(errors);
  if (first !== undefined) throw new AppError(422, first[0], { errors });
}

async function changedElsewhere(context: Context<'buyer'>): Promise<AppError> {
  return new AppError(409, '这份资料刚刚在另一处修改过，请核对最新内容后再保存', {
    change: await getCompanyChange(context),
  });
}
