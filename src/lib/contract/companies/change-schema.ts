/** The changes that an approved company requests: its own page of data, edited and submitted. */

import { z } from 'zod';
import { buyerTypes, scopeCodes } from '#lib/rules/companies/qualification.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { normalizeCreditCode } from '#lib/rules/text/credit-code.ts';
import { get, post } from '../call.ts';
import { emptyInput, freeText, typed, upTo, whole } from '../fields.ts';

const version = typed(whole('版本', 1, 2_147_483_647));

export const changeCompanyInput = z.object({
  /** The version that was read: two devices do not overwrite each other. */
  version,
  name: freeText('企业名称', 60),
  credit_code: freeText('统一社会信用代码', 40).transform(normalizeCreditCode),
  buyer_type: z.enum(keysOf(buyerTypes), { error: '请选择企业类型' }),
  region_code: z.string({ error: '请选择所在地区' }).regex(/^\d{6,9}$/, { error: '请选择所在地区' }),
  scopes: upTo(scopeCodes.length, z.enum(scopeCodes, { error: '经营范围不正确' }), {
    error: '请选择经营范围',
    tooMany: '经营范围不正确',
  }),
});
export type ChangeCompanyValues = z.output<typeof changeCompanyInput>;

export const changeVersionInput = z.object({ version });
export type ChangeVersionValues = z.output<typeof changeVersionInput>;

const described = z.object({
  name: z.string(),
  credit_code: z.string(),
  buyer_type: z.string(),
  place: z.string(),
  region_code: z.string(),
  scopes: z.array(z.string()),
});

export const companyChange = z.object({
  version: z.number(),
  state_text: z.string(),
  /** 1: the caller may edit it now. */
  can_change: z.number(),
  /** Why not, in a sentence; empty where it may. */
  refusal: z.string(),
  /** 1: something is changed, or a document is edited. */
  can_hand_in: z.number(),
  /** When what waits was handed in; null: nothing waits. */
  handed_in_at: z.string().nullable(),
  /** Why the last one was returned; empty where it was not. */
  reason: z.string(),
  /** The company's current data, and the requested data. */
  now: described,
  wanted: described,
  /** What prevents the submission of the draft, with the place of each. */
  lacks: z.array(z.object({ at: z.string(), text: z.string(), page: z.string() })),
});
export type CompanyChange = z.infer<typeof companyChange>;

export const changeCalls = {
  companyChange: get('/api/user/company', { who: 'buyer', input: emptyInput, output: companyChange }),
  changeCompany: post('/api/user/company', {
    who: 'buyer',
    may: 'manage',
    input: changeCompanyInput,
    output: companyChange,
  }),
  handInChange: post('/api/user/company/hand-in', {
    who: 'buyer',
    may: 'manage',
    input: changeVersionInput,
    output: companyChange,
  }),
  withdrawChange: post('/api/user/company/withdraw', {
    who: 'buyer',
    may: 'manage',
    input: emptyInput,
    output: companyChange,
  }),
  dropChange: post('/api/user/company/drop', {
    who: 'buyer',
    may: 'manage',
    input: changeVersionInput,
    output: companyChange,
  }),
};
