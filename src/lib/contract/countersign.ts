/** Acts that wait for a second person: one asks, another decides. */

import { z } from 'zod';
import { allActKinds, allActStates } from '#lib/rules/companies/countersign.ts';
import { get, post } from './call.ts';
import { halfWidth, reads } from './decode.ts';
import { deskPage, freeText, id, listOf, money, text } from './fields.ts';
import { ownMoney } from './prices.ts';

export const actsInput = z.object({
  /** A state, or all. */
  state: z.enum([...allActStates, 'all'], { error: '请选择状态' }).default('waiting'),
  /** A kind, or all. */
  kind: z.enum([...allActKinds, 'all'], { error: '请选择事项' }).default('all'),
  company: freeText('企业', 100),
  ...deskPage(),
});
export type ActsValues = z.output<typeof actsInput>;

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

export const passActInput = z.object({ id: id('事项编号') });
export type PassActValues = z.output<typeof passActInput>;

export const refuseActInput = z.object({
  id: id('事项编号'),
  word: text('驳回原因', { min: 2, max: 200 }),
});
export type RefuseActValues = z.output<typeof refuseActInput>;

export const act = z.object({
  id: z.number(),
  /** 0 and 平台 where it is about the shop itself. */
  company_id: z.number(),
  company: z.string(),
  /** A key of rules/countersign, or of a newer version's. */
  kind: z.string(),
  kind_text: z.string(),
  /** The button that carries it out, and what that does. */
  press_text: z.string(),
  effect: z.string(),
  /** Signed; of a piece its value; empty where no money is moved. */
  amount: ownMoney(z.union([money, z.literal('')])),
  /** Old and new values; `from` is empty where nothing stood. */
  changes: z.array(z.object({ label: z.string(), from: z.string(), to: z.string() })),
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

export const actsList = listOf(act);
export type ActsList = z.infer<typeof actsList>;

/** Acts that need a second person, at the platform's desk. rules/countersign defines who may decide which kind. */
export const countersignCalls = {
  deskActs: get('/api/desk/countersign', { who: 'platform', may: 'own', input: actsInput, output: actsList }),
  askCorrection: post('/api/desk/companies/{id}/corrections', {
    who: 'platform',
    may: 'payments',
    sure: true,
    once: true,
    input: askCorrectionInput,
    output: act,
  }),
  passAct: post('/api/desk/countersign/{id}/pass', {
    who: 'platform',
    may: 'own',
    sure: true,
    input: passActInput,
    output: act,
  }),
  refuseAct: post('/api/desk/countersign/{id}/refuse', {
    who: 'platform',
    may: 'own',
    input: refuseActInput,
    output: act,
  }),
  withdrawAct: post('/api/desk/countersign/{id}/withdraw', {
    who: 'platform',
    may: 'own',
    input: passActInput,
    output: act,
  }),
};
