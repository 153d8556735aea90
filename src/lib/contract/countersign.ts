/** Acts that wait for a second person: one asks, another decides. */

import { z } from 'zod';
import { allActKinds } from '#lib/rules/companies/act-kinds.ts';
import { allActStates } from '#lib/rules/companies/act-states.ts';
import { get, post } from './call.ts';
import { halfWidth, reads } from './decode.ts';
import { id, money, text } from './fields.ts';
import { ownMoney } from './prices.ts';

/** Yuan with a sign: `-12.30` is taken from the balance. */
const signedYuan = reads(
  z
    .string({ error: '请填写调整金额' })
    .regex(/^[+-]?\d{1,9}(\.\d{1,2})?$/, { error: '调整金额须为金额，最多两位小数，调减写在前面加“-”' }),
  (value) => (typeof value === 'number' ? String(value) : halfWidth(value)),
);

export const askCorrectionInput = z.object({
  id: id('企业编号'),
  amount: signedYuan,
  /** The company reads it in its ledger. */
  reason: text('调整原因', { min: 2, max: 200 }),
});
export type AskCorrectionValues = z.output<typeof askCorrectionInput>;

export const act = z.object({
  id: z.number(),
  /** 0 and 平台 where it is about the shop itself. */
  company_id: z.number(),
  company: z.string(),
  /** A key of rules/countersign, or of a newer version's. */
  kind: z.string(),
  kind_text: z.string(),
  /** Signed; of a piece its value; empty where no money is moved. */
  amount: ownMoney(z.union([money, z.literal('')])),
  /** For a coupon: its minimum amount and last day; empty for other kinds. */
  threshold: ownMoney(money),
  until: z.string(),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: z.string(),
  state: z.enum(allActStates),
  state_text: z.string(),
  decided_by: z.string(),
  decided_at: z.string(),
  word: z.string(),
  /** 1: who asked carried it out at once, within the limit of one person. */
  is_alone: z.number(),
  /** 1: it waits, and the caller may decide it; else `problem` says why not. */
  may_decide: z.number(),
  problem: z.string(),
  /** 1: it waits, and the caller may withdraw it. */
  may_withdraw: z.number(),
});
export type ActWire = z.infer<typeof act>;

/** A correction of a balance; it waits on the list of acts (desk/lists/countersign.ts). */
export const countersignCalls = {
  /** The rest of the person's daily limit for acts of a kind without a second person. */
  actLeft: get('/api/desk/countersign/left', {
    who: 'staff',
    may: 'own',
    input: z.object({ kind: z.enum(allActKinds) }),
    output: z.object({ left: ownMoney(money) }),
  }),
  askCorrection: post('/api/desk/companies/{id}/corrections', {
    who: 'platform',
    may: 'payments',
    sure: true,
    once: true,
    second: ['balance'],
    input: askCorrectionInput,
    output: act,
  }),
};
