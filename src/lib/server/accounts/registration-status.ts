/** State of a registration, and its missing parts. */

import { emptyCompany, type RegisterStatus } from '#lib/contract/registration/calls.ts';
import { stepPage } from '#lib/contract/registration/pages.ts';
import { path } from '#lib/contract/routes.ts';
import { type CompanyData, emptyCompanyData } from '#lib/rules/companies/application.ts';
import { findLacks } from '#lib/rules/companies/application-lacks.ts';
import { companyStateText, isApproved } from '#lib/rules/companies/company-state.ts';
import { findStoreLacks } from '#lib/rules/companies/named-stores.ts';
import { paperNames } from '#lib/rules/companies/qualification.ts';
import {
  mayRegister,
  type NamedStore,
  type RegistrationForm,
  registrationStep,
} from '#lib/rules/companies/registration.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import type { Account } from '../people/account-rows.ts';
import { listOwnPapers } from '../people/named-store-rows.ts';
import { findRegistration } from '../people/registration-rows.ts';

const nobody: RegisterStatus = {
  form: 'single',
  step: 1,
  page: stepPage('single', 1),
  state: '',
  state_text: '',
  reason: '',
  version: 1,
  handed_in_at: null,
  company: emptyCompany,
  stores: [],
  lacks: [],
  returned: [],
};

/** `GET /api/register/status`: of the caller's company; a visitor is at the beginning. */
export async function getRegistration({ db, now, actor }: Context<'all'>): Promise<RegisterStatus> {
  return actor.account === null ? nobody : statusOf({ db, now }, actor.account);
}

/** The state of the registration of a person's company. */
export async function statusOf(
  { db, now }: { db: Db; now: Date },
  account: Account,
): Promise<RegisterStatus> {
  const { companyId, companyState: state } = account;
  const [found, papers] = await Promise.all([findRegistration(db, companyId), listOwnPapers(db, companyId)]);
  const form = found?.form ?? 'single';
  const data = found?.data ?? emptyCompanyData;
  const wants = mayRegister(state);
  const stores = found?.stores ?? [];
  const lacks = wants
    ? [...findLacks(data, papers, now.getTime()), ...findStoreLacks(stores, data.creditCode)]
    : [];
  const isDescribed = lacks.every(({ at }) => isKeyOf(paperNames, at));
  const step = registrationStep(state, isDescribed);
  return {
    form,
    step,
    page: isApproved(state) ? path('/user') : stepPage(form, step),
    state,
    state_text: companyStateText(state),
    reason: (wants && (account.statusReason ?? found?.reason)) || '',
    version: found?.version ?? 1,
    handed_in_at: found?.handedInAt?.toISOString() ?? null,
    company: companyWireOf(data),
    stores: stores.map(storeWireOf),
    lacks: lacks.map(({ at, text }) => ({ at, text, page: lackPage(form, at) })),
    returned: wants
      ? papers
          .filter(({ reason, state: stands }) => reason !== null && stands !== 'approved')
          .map(({ kind, reason }) => ({
            kind,
            name: paperNames[kind],
            reason: reason ?? '',
            page: lackPage(form, kind),
          }))
      : [],
  };
}

/** The page where a missing part is filled in. */
function lackPage(form: RegistrationForm, at: string): string {
  return isKeyOf(paperNames, at) ? `${stepPage(form, 3)}#paper-${at}` : `${stepPage(form, 2)}#${at}`;
}

function companyWireOf({ creditCode, buyerType, regionCode, ...data }: CompanyData) {
  return { ...data, credit_code: creditCode, buyer_type: buyerType ?? '', region_code: regionCode };
}

function storeWireOf({ companyId, name, creditCode, regionCode }: NamedStore) {
  return { id: companyId ?? 0, name, credit_code: creditCode, region_code: regionCode };
}
