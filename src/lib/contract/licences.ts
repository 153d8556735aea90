/** Registered licences of merchants at the desks, and merchants' submissions to renew them. */

import { z } from 'zod';
import { licenceKindKeys, licenceStates, renewalStates } from '../rules/companies/licences.ts';
import { keysOf } from '../rules/terms/keys.ts';
import { get, post } from './call.ts';
import { day, flagOut, freeDay, id, text } from './fields.ts';
import { upload } from './uploads.ts';

const count = z.number().int();

const renewal = z.object({
  id: count,
  number: z.string(),
  valid_from: z.string(),
  /** 长期 where it has no end. */
  valid_to: z.string(),
  state: z.enum(keysOf(renewalStates)),
  state_text: z.string(),
  /** Why it was returned. */
  reason: z.string(),
  handed_in_by: z.string(),
  handed_in_at: z.string(),
  file_name: z.string(),
  file_url: z.string(),
  /** 1: a picture, which a page can show. */
  is_image: flagOut,
});

export const licenceRow = z.object({
  /** Of merchant and kind. */
  key: z.string(),
  merchant_id: count,
  merchant: z.string(),
  kind: z.enum(licenceKindKeys),
  kind_text: z.string(),
  /** Empty where none is registered. */
  number: z.string(),
  valid_from: z.string(),
  valid_to: z.string(),
  /** Negative when the last day has passed; null without end or where none is registered. */
  days_left: count.nullable(),
  state: z.enum(keysOf(licenceStates)),
  state_text: z.string(),
  /** The last hand-in; null for none. */
  renewal: renewal.nullable(),
});
export type LicenceRow = z.infer<typeof licenceRow>;

export const licenceCaseInput = z.object({ id: id('提交编号') });
export type LicenceCaseValues = z.output<typeof licenceCaseInput>;

/** A submission next to the registered licence. */
export const licenceCase = licenceRow.extend({
  renewal,
  full_name: z.string(),
  licence_no: z.string(),
  address: z.string(),
  /** What has to be checked. */
  hints: z.array(z.string()),
  /** Why it cannot be accepted now; empty where it can. */
  refusal: z.string(),
  may_decide: flagOut,
});
export type LicenceCase = z.infer<typeof licenceCase>;

export const handInLicenceInput = z.object({
  kind: z.enum(licenceKindKeys, { error: '请选择证照' }),
  number: text('证号', { min: 4, max: 60 }),
  valid_from: day('发证日期'),
  valid_to: freeDay('有效期至'),
  file: upload('请选择证照的扫描件'),
});
export type HandInLicenceInput = z.input<typeof handInLicenceInput>;
export type HandInLicenceValues = z.output<typeof handInLicenceInput>;

export const returnLicenceInput = z.object({
  id: id('提交编号'),
  reason: text('退回原因', { min: 2, max: 200 }),
});
export type ReturnLicenceInput = z.input<typeof returnLicenceInput>;
export type ReturnLicenceValues = z.output<typeof returnLicenceInput>;

/** Registered licences of merchants, at the desks. */
export const licencesCalls = {
  licenceCase: get('/api/desk/licences/{id}', {
    who: 'platform',
    may: 'onboarding',
    input: licenceCaseInput,
    output: licenceCase,
  }),
  handInLicence: post('/api/desk/licences', {
    who: 'merchant',
    may: 'onboarding',
    cost: 'upload',
    input: handInLicenceInput,
    output: licenceRow,
  }),
  acceptLicence: post('/api/desk/licences/{id}/accept', {
    who: 'platform',
    may: 'onboarding',
    input: licenceCaseInput,
    output: licenceCase,
  }),
  returnLicence: post('/api/desk/licences/{id}/return', {
    who: 'platform',
    may: 'onboarding',
    input: returnLicenceInput,
    output: licenceCase,
  }),
};
