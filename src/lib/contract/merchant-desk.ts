/** A merchant's file at a desk: the platform's for every merchant, and the merchant's own part of it. */

import { z } from 'zod';
import { licenceKindKeys } from '../rules/companies/licences.ts';
import { merchantFieldNames } from '../rules/companies/merchant-fields.ts';
import { get, post } from './call.ts';
import { emptyInput, flag, flagOut, freeDay, freeText, id, text, upTo } from './fields.ts';

const field = z.enum(merchantFieldNames, { error: '没有这一项' });

export const merchantIdInput = z.object({ id: id('商家编号') });
export type MerchantIdValues = z.output<typeof merchantIdInput>;

const changes = upTo(
  merchantFieldNames.length,
  z.object({
    field,
    /** The text that the person saw, and the new one. */
    seen: freeText('原内容', 500),
    value: freeText('内容', 500),
  }),
  { min: 1, error: '没有修改', tooMany: '内容不正确' },
);

export const saveMerchantInput = z.object({ id: id('商家编号'), changes });
export type SaveMerchantInput = z.input<typeof saveMerchantInput>;
export type SaveMerchantValues = z.output<typeof saveMerchantInput>;

export const saveOwnMerchantInput = z.object({ changes });
export type SaveOwnMerchantValues = z.output<typeof saveOwnMerchantInput>;

export const createMerchantInput = z.object({
  code: text('编码', { min: 1, max: 10 }),
  fields: upTo(merchantFieldNames.length, z.object({ field, value: freeText('内容', 500) }), {
    error: '内容不正确',
    tooMany: '内容不正确',
  }),
  papers: upTo(
    licenceKindKeys.length,
    z.object({
      kind: z.enum(licenceKindKeys, { error: '请选择证照' }),
      number: text('证号', { min: 1, max: 60 }),
      valid_from: freeDay('发证日期'),
      /** Empty: without end. */
      valid_to: freeDay('有效期至'),
    }),
    { error: '请填写证照', tooMany: '证照不正确' },
  ),
});
export type CreateMerchantInput = z.input<typeof createMerchantInput>;
export type CreateMerchantValues = z.output<typeof createMerchantInput>;

/** The entry of the audit log that is undone: the act is refused where it is not the last stop or resumption. */
const undoes = id('审计记录编号').optional();

export const stopMerchantInput = z.object({
  id: id('商家编号'),
  reason: text('原因', { min: 2, max: 200 }),
  undoes,
  /** 1: also with paid orders that are not shipped and open cases. */
  is_urgent: flag('立即停止'),
});
export type StopMerchantValues = z.output<typeof stopMerchantInput>;

export const resumeMerchantInput = z.object({
  id: id('商家编号'),
  reason: text('原因', { min: 2, max: 200 }),
  undoes,
});
export type ResumeMerchantValues = z.output<typeof resumeMerchantInput>;

export const closeMerchantInput = z.object({
  id: id('商家编号'),
  reason: text('原因', { min: 2, max: 200 }),
});
export type CloseMerchantValues = z.output<typeof closeMerchantInput>;

const hangingKeys = [
  'to_ship',
  'on_way',
  'cases',
  'window',
  'unpaid',
  'lots',
  'owed',
  'promotions',
  'prices',
  'people',
] as const;

/** Something that hangs on a merchant: it blocks a stop, must have ended before it is closed, or is only told. */
const hanging = z.object({
  key: z.enum(hangingKeys),
  text: z.string(),
  blocks: flagOut,
  is_left: flagOut,
});
export type MerchantHanging = z.infer<typeof hanging>;

export const merchantFile = z.object({
  id: z.number(),
  code: z.string(),
  /** By rules/merchant-fields, as they are typed. */
  values: z.record(z.string(), z.string()),
  licences: z.array(
    z.object({ kind_text: z.string(), number: z.string(), valid_to: z.string(), state_text: z.string() }),
  ),
  /** Items on the shelf, people who may log in. */
  goods: z.number(),
  staff: z.number(),
  has_seal: flagOut,
  /** The day since which it sells nothing; empty while it sells. */
  stopped_on: z.string(),
  /** Since when it closes for good, and since when nothing is left of it; empty: it does not, or not yet. */
  closing_at: z.string(),
  closed_at: z.string(),
  /** Who has asked for its closing, which waits for a second person; empty: nobody. */
  close_asked_by: z.string(),
  /** 1: it rests today. */
  is_resting: flagOut,
  hangs: z.array(hanging),
});
export type MerchantFileWire = z.infer<typeof merchantFile>;

/** `entry`: the entry of the audit log by which the act is undone; 0 where there is nothing to undo. */
const stoppedMerchant = merchantFile.extend({ entry: z.number().int() });
export type StoppedMerchant = z.infer<typeof stoppedMerchant>;

export const merchantDeskCalls = {
  deskMerchant: get('/api/desk/merchants/{id}', {
    who: 'platform',
    may: 'merchants',
    input: merchantIdInput,
    output: merchantFile,
  }),
  createMerchant: post('/api/desk/merchants', {
    who: 'platform',
    may: 'merchants',
    sure: true,
    input: createMerchantInput,
    output: merchantFile,
  }),
  saveMerchant: post('/api/desk/merchants/{id}', {
    who: 'platform',
    may: 'merchants',
    input: saveMerchantInput,
    output: merchantFile,
  }),
  stopMerchant: post('/api/desk/merchants/{id}/stop', {
    who: 'platform',
    may: 'merchants',
    sure: true,
    input: stopMerchantInput,
    output: stoppedMerchant,
  }),
  resumeMerchant: post('/api/desk/merchants/{id}/resume', {
    who: 'platform',
    may: 'merchants',
    sure: true,
    input: resumeMerchantInput,
    output: stoppedMerchant,
  }),
  closeMerchant: post('/api/desk/merchants/{id}/close', {
    who: 'platform',
    may: 'merchants',
    sure: true,
    second: ['merchant_close'],
    input: closeMerchantInput,
    output: merchantFile,
  }),
  keepMerchant: post('/api/desk/merchants/{id}/keep', {
    who: 'platform',
    may: 'merchants',
    sure: true,
    input: closeMerchantInput,
    output: merchantFile,
  }),
  ownMerchant: get('/api/desk/merchant', {
    who: 'merchant',
    may: 'shop',
    input: emptyInput,
    output: merchantFile,
  }),
  saveOwnMerchant: post('/api/desk/merchant', {
    who: 'merchant',
    may: 'shop',
    input: saveOwnMerchantInput,
    output: merchantFile,
  }),
};
