/** Companies, as the platform's desk looks after them. Each rejects as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type { CompanyFile, CompanyMore, GrowingPart } from '#lib/contract/companies/file-schema.ts';
import type { OpenCompanyInput, OpenedCompany } from '#lib/contract/companies/open-schema.ts';
import { scopePapers } from '#lib/rules/companies/qualification.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { deskCall } from './session.ts';

/** Opens an account for a company; a repeat before its use returns another link. */
export function openCompany(input: OpenCompanyInput): Promise<OpenedCompany> {
  return deskCall(api.openCompany, input);
}

/** One company with all of its data. */
export function loadCompany(id: number): Promise<CompanyFile> {
  return deskCall(api.deskCompany, { id });
}

/** The rows of one of its lists behind the last one that is known. */
export function loadMore(id: number, part: GrowingPart, after: string): Promise<CompanyMore> {
  return deskCall(api.companyMore, { id, part, after });
}

/** Freezes a company, which reads the reason. */
export function freezeCompany(id: number, reason: string): Promise<CompanyFile> {
  return deskCall(api.freezeCompany, { id, reason });
}

export function unfreezeCompany(id: number): Promise<CompanyFile> {
  return deskCall(api.unfreezeCompany, { id });
}

export interface TermsTexts {
  rank: string;
  manager_id: string;
  /** Codes with commas between. */
  scopes: string;
}

/** Sets rank, manager and scopes of a company whose terms were read with this mark. */
export function setCompanyTerms(
  id: number,
  mark: string,
  { rank, manager_id: manager, scopes }: TermsTexts,
): Promise<CompanyFile> {
  const codes = scopes.split(',').filter((code) => isKeyOf(scopePapers, code));
  return deskCall(api.setCompanyTerms, {
    id,
    mark,
    rank,
    ...(manager !== '' && { manager_id: manager }),
    ...(codes.length > 0 && { scopes: codes }),
  });
}
