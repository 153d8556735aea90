/** The second step of a registration: the company's data, and the stores of a head office. */

import { AppError, type FieldErrors } from '#lib/contract/errors.ts';
import type { RegisterCompanyInput, RegisterStatus } from '#lib/contract/registration/calls.ts';
import type { CompanyData } from '#lib/rules/companies/application.ts';
import { findLacks } from '#lib/rules/companies/application-lacks.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { findStoreLacks } from '#lib/rules/companies/named-stores.ts';
import { mayRegister, type NamedStore } from '#lib/rules/companies/registration.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { findCreditCodeProblem } from '#lib/rules/text/credit-code.ts';
import { isPhone } from '#lib/rules/text/phone.ts';
import { findRegion } from '../addresses/regions.ts';
import { lockCompany } from '../companies/rows.ts';
import type { Context } from '../core/context.ts';
import { openApplication, saveDraft } from '../people/application-rows.ts';
import { lockStores, saveStores } from '../people/named-store-rows.ts';
import { describeDraft } from '../people/registration-rows.ts';
import { statusOf } from './registration-status.ts';

const wireNames = {
  name: 'name',
  creditCode: 'credit_code',
  buyerType: 'buyer_type',
  regionCode: 'region_code',
  receiver: 'receiver',
  phone: 'phone',
  detail: 'detail',
  scopes: 'scopes',
} as const;

/**
 * `POST /api/register/step2`: saves the company's data; a draft is saved as it is, otherwise everything is checked
 * first. Throws 422 for what is wrong, 409 with the status as it is when another device has changed it meanwhile or the
 * company has been submitted.
 */
export async function describeCompany(
  context: Context<'buyer'>,
  input: RegisterCompanyInput,
): Promise<RegisterStatus> {
  const { db, now } = context;
  const { account } = context.actor;
  const { companyId } = account;
  if (!mayRegister(account.companyState)) throw await handedIn(context);
  const region = findRegion(input.region_code);
  const data: CompanyData = {
    name: input.name,
    creditCode: input.credit_code,
    buyerType: input.buyer_type === '' ? null : input.buyer_type,
    province: region?.province ?? '',
    city: region?.city ?? '',
    district: region?.district ?? '',
    regionCode: region?.code ?? '',
    receiver: input.receiver,
    phone: input.phone,
    detail: input.detail,
    scopes: [...new Set(input.scopes)],
  };
  const named = input.stores.map(
    ({ id, name, credit_code, region_code }): NamedStore => ({
      companyId: id,
      name,
      creditCode: credit_code,
      regionCode: findRegion(region_code)?.code ?? '',
    }),
  );
  if (input.is_draft === 0) refuseWrong(data, named, now);
  const isSaved = await db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const { id } = await openApplication(tx, companyId, { kind: 'first', now });
    if (!(await saveDraft(tx, { id, version: input.version, data, now }))) return false;
    const remaining = new Set((await lockStores(tx, companyId)).map((store) => store.companyId));
    // A company id counts only if that company is this head office's store already.
    const stores = named.map((store) => ({
      ...store,
      companyId: remaining.has(store.companyId) ? store.companyId : null,
    }));
    await saveStores(tx, companyId, stores);
    if (input.is_draft === 0 && data.buyerType !== null)
      await describeDraft(tx, companyId, { ...data, buyerType: data.buyerType });
    return true;
  });
  if (!isSaved) throw await changedElsewhere(context);
  return statusOf(context, account);
}

/** Throws 422 with a sentence for each wrong field. */
function refuseWrong(data: CompanyData, stores: readonly NamedStore[], now: Date): void {
  const errors: FieldErrors = {};
  for (const { at, text } of findLacks(data, [], now.getTime())) {
    if (isKeyOf(wireNames, at)) errors[wireNames[at]] = [text];
  }
  const codeProblem = findCreditCodeProblem(data.creditCode);
  if (codeProblem !== null) errors.credit_code = [codeProblem];
  if (data.phone !== '' && !isPhone(data.phone)) errors.phone = ['请填写11位手机号，或带区号的固定电话'];
  for (const { at, text } of findStoreLacks(stores, data.creditCode)) errors[at] = [text];
  const [first] = Object.values(errors);
  if (first !== undefined) throw new AppError(422, first[0], { errors });
}

async function changedElsewhere(context: Context<'buyer'>): Promise<AppError> {
  const status = await statusOf(context, context.actor.account);
  return new AppError(409, '这份资料刚刚在另一处修改过，请核对最新内容后再保存', { status });
}

async function handedIn(context: Context<'buyer'>): Promise<AppError> {
  const { companyState } = context.actor.account;
  const text = isApproved(companyState)
    ? '企业已通过审核，变更资料请在会员中心提交'
    : '资料已提交审核，审核结束前不能修改';
  const status = await statusOf(context, context.actor.account);
  return new AppError(409, text, { status });
}
