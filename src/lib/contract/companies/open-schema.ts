/** An account opened by the platform for a company, with a link for the owner to set the password. */

import { z } from 'zod';
import { maxPersonName } from '#lib/rules/companies/person-name.ts';
import { buyerTypes } from '#lib/rules/companies/qualification.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { post } from '../call.ts';
import { freeText, mobile, text } from '../fields.ts';

export const openCompanyInput = z.object({
  name: text('企业名称', { min: 4, max: 60 }),
  /** The owner's name; empty: given later. */
  contact: freeText('联系人姓名', maxPersonName),
  phone: mobile(),
  buyer_type: z.enum(keysOf(buyerTypes), { error: '请选择企业类型' }),
});
export type OpenCompanyValues = z.output<typeof openCompanyInput>;
export type OpenCompanyInput = z.input<typeof openCompanyInput>;

export const openedCompany = z.object({
  company: z.string(),
  phone: z.string(),
  /** A complete address, returned once; it sets one password. */
  link: z.string(),
  expires_at: z.string(),
});
export type OpenedCompany = z.infer<typeof openedCompany>;

export const openCalls = {
  openCompany: post('/api/desk/companies', {
    who: 'platform',
    may: 'openings',
    input: openCompanyInput,
    output: openedCompany,
  }),
};
