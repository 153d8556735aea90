/** Changing what the company is. All reject as `call` does: 409 where another device was faster. */

import { api } from '#lib/contract/api.ts';
import type { ChangeCompanyInput, CompanyChange } from '#lib/contract/companies/change-schema.ts';
import { call } from '../../api.ts';

/** Saves the requested data. */
export function changeCompany(input: ChangeCompanyInput): Promise<CompanyChange> {
  return call(api.changeCompany, input);
}

export function handInChange(version: number): Promise<CompanyChange> {
  return call(api.handInChange, { version });
}

/** Takes back what waits: it is a draft again. */
export function withdrawChange(): Promise<CompanyChange> {
  return call(api.withdrawChange, {});
}

/** Discards the draft: the company's own data are shown again. */
export function dropChange(version: number): Promise<CompanyChange> {
  return call(api.dropChange, { version });
}
