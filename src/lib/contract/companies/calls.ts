/** Companies at the platform's desk, and their licences that expire soon. */

import { z } from 'zod';
import { phoneOrText } from '#lib/rules/text/phone.ts';
import { get, post } from '../call.ts';
import { act } from '../countersign.ts';
import { deskPage, freeText, id, listOf } from '../fields.ts';
import { openMoney } from '../prices.ts';
import { changeCalls } from './change-schema.ts';
import { companyFile, companyMore, companyMoreInput, freezeInput, termsInput } from './file-schema.ts';
import { issueInput } from './issue-schema.ts';
import { openCalls } from './open-schema.ts';
import { priceCalls } from './prices-schema.ts';

export const companiesInput = z.object({
  /** Part of the name, of the code, of a person's name, phone or login name; or the company's number. */
  q: freeText('关键词', 100).transform(phoneOrText),
  /** A state of rules/qualification; empty for all. */
  status: freeText('状态', 20),
  ...deskPage(),
});
export type CompaniesValues = z.output<typeof companiesInput>;

export const companyRow = z.object({
  id: z.number().int(),
  name: z.string(),
  credit_code: openMoney(z.string()),
  buyer_type_text: z.string(),
  status_text: z.string(),
  region: z.string(),
  rank: z.number().int(),
  /** Its first administrator: name, login name and phone; empty where there is none. */
  contact: z.string(),
  login: z.string(),
  phone: z.string(),
  created_at: z.string(),
  /** Empty while it has paid nothing. */
  first_paid_at: z.string(),
});
export type CompanyRowWire = z.infer<typeof companyRow>;

/** A page of companies, the newest first. */
export const companiesList = listOf(companyRow);
export type CompaniesList = z.infer<typeof companiesList>;

export const companyIdInput = z.object({ id: id('企业编号') });
export type CompanyIdInput = z.infer<typeof companyIdInput>;

/** Companies at the platform's desk, and what a buyer's own asks to become. */
export const companiesCalls = {
  ...changeCalls,
  ...priceCalls,
  ...openCalls,
  deskCompanies: get('/api/desk/companies', {
    who: 'platform',
    may: 'clients',
    input: companiesInput,
    output: companiesList,
  }),
  deskCompany: get('/api/desk/companies/{id}', {
    who: 'platform',
    may: 'clients',
    input: companyIdInput,
    output: companyFile,
  }),
  companyMore: get('/api/desk/companies/{id}/more', {
    who: 'platform',
    may: 'clients',
    input: companyMoreInput,
    output: companyMore,
  }),
  freezeCompany: post('/api/desk/companies/{id}/freeze', {
    who: 'platform',
    may: 'companies',
    input: freezeInput,
    output: companyFile,
  }),
  unfreezeCompany: post('/api/desk/companies/{id}/unfreeze', {
    who: 'platform',
    may: 'companies',
    input: companyIdInput,
    output: companyFile,
  }),
  setCompanyTerms: post('/api/desk/companies/{id}/terms', {
    who: 'platform',
    may: 'companies',
    sure: true,
    input: termsInput,
    output: companyFile,
  }),
  askIssue: post('/api/desk/companies/{id}/coupons', {
    who: 'platform',
    may: 'vouchers',
    sure: true,
    once: true,
    input: issueInput,
    output: act,
  }),
};
