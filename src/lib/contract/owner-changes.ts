/** Another telephone for an owner who lost theirs, at the platform's desk, and the company's objection. */

import { z } from 'zod';
import { ownerChangePaperKinds, ownerChangeStates } from '#lib/rules/companies/owner-change.ts';
import { get, post } from './call.ts';
import { id, mobile, text } from './fields.ts';
import { fileWire } from './files.ts';
import { upload } from './uploads.ts';

export const ownerChangesInput = z.object({ id: id('企业编号') });
export type OwnerChangesValues = z.output<typeof ownerChangesInput>;

export const ownerPaperInput = ownerChangesInput.extend({ file: upload('请选择图片或PDF') });
export type OwnerPaperValues = z.output<typeof ownerPaperInput>;

export const askOwnerChangeInput = ownerChangesInput.extend({
  user_id: text('负责人', { min: 1, max: 64 }),
  phone: mobile('新手机号'),
  reason: text('更换原因', { min: 2, max: 200 }),
  /** Files of the three documents. */
  licence: id('营业执照'),
  identity: id('负责人身份证'),
  letter: id('更换申请'),
});
export type AskOwnerChangeInput = z.input<typeof askOwnerChangeInput>;
export type AskOwnerChangeValues = z.output<typeof askOwnerChangeInput>;

export const ownerChangeWire = z.object({
  id: z.number(),
  name: z.string(),
  from_phone: z.string(),
  to_phone: z.string(),
  reason: z.string(),
  state: z.enum(ownerChangeStates),
  state_text: z.string(),
  asked_by: z.string(),
  asked_at: z.string(),
  decided_by: z.string(),
  /** When the phone changes; empty before the approval. */
  due_at: z.string(),
  /** Why it was refused, objected to, or came to nothing. */
  word: z.string(),
  papers: z.array(z.object({ kind: z.enum(ownerChangePaperKinds), text: z.string(), file: fileWire })),
});
export type OwnerChangeWire = z.infer<typeof ownerChangeWire>;

export const ownerChangesList = z.object({ list: z.array(ownerChangeWire) });
export type OwnerChangesList = z.infer<typeof ownerChangesList>;

export const objectOwnerChangeInput = z.object({ id: id('申请编号') });
export type ObjectOwnerChangeValues = z.output<typeof objectOwnerChangeInput>;

/** The change that waits for its time, as the company's people see it: telephones are masked. */
export const comingOwnerChange = z.object({
  id: z.number(),
  name: z.string(),
  from_phone: z.string(),
  to_phone: z.string(),
  due_at: z.string(),
  state: z.enum(ownerChangeStates),
});
export type ComingOwnerChange = z.infer<typeof comingOwnerChange>;

/** Another telephone for an owner who lost theirs. A second person passes it at 待复核. */
export const ownerChangesCalls = {
  ownerChanges: get('/api/desk/companies/{id}/owner-phone', {
    who: 'platform',
    may: 'owners',
    input: ownerChangesInput,
    output: ownerChangesList,
  }),
  askOwnerChange: post('/api/desk/companies/{id}/owner-phone', {
    who: 'platform',
    may: 'owners',
    second: ['owner_phone'],
    input: askOwnerChangeInput,
    output: ownerChangesList,
  }),
  uploadOwnerPaper: post('/api/desk/companies/{id}/owner-paper', {
    who: 'platform',
    may: 'owners',
    cost: 'upload',
    input: ownerPaperInput,
    output: fileWire,
  }),
  objectOwnerChange: post('/api/user/owner-phone/{id}/object', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    input: objectOwnerChangeInput,
    output: comingOwnerChange,
  }),
};
