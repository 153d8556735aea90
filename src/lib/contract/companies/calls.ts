/** Companies at the platform's desk, and their licences that expire soon. */

import { z } from 'zod';
import { get, post } from '../call.ts';
import { act } from '../countersign.ts';
import { id } from '../fields.ts';
import { changeCalls } from './change-schema.ts';
import { companyFile, companyMore, companyMoreInput, freezeInput, termsInput } from './file-schema.ts';
import { giftInput } from './gift-schema.ts';
import { issueInput } from './issue-schema.ts';
import { openCalls } from './open-schema.ts';
import { priceCalls } from './prices-schema.ts';

export const companyIdInput = z.object({ id: id('企业编号') });
export type CompanyIdInput = z.infer<typeof companyIdInput>;

/** Companies at the platform's desk, and what a buyer's own asks to become. */
export const companiesCalls = {
  ...changeCalls,
  ...priceCalls,
  ...openCalls,
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
    second: ['coupon', 'voucher'],
    input: issueInput,
    output: act,
  }),
  askGift: post('/api/desk/companies/{id}/gifts', {
    who: 'platform',
    may: 'vouchers',
    sure: true,
    once: true,
    second: ['points', 'sign_card'],
    input: giftInput,
    output: act,
  }),
};
