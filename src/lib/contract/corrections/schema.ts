/** Balances that are corrected, and pieces that are given, by two people: one asks, another decides. */
import { z } from 'zod';
import { allCorrectionKinds, allCorrectionStates } from '#lib/rules/companies/correction.ts';
import { halfWidth, reads } from '../decode.ts';
import { deskPage, freeText, id, listOf, money, text } from '../fields.ts';
import { ownMoney } from '../prices.ts';

export const correctionsInput = z.object({
  /** A state, or all. */
  state: z.enum([...allCorrectionStates, 'all'], { error: '请选择状态' }).default('waiting'),
  company: freeText('企业', 100),
  ...deskPage(),
});
export type CorrectionsValues = z.output<typeof correctionsInput>;

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

export const passCorrectionInput = z.object({ id: id('调整编号') });
export type PassCorrectionValues = z.output<typeof passCorrectionInput>;

export const refuseCorrectionInput = z.object({
  id: id('调整编号'),
  word: text('驳回原因', { min: 2, max: 200 }),
});
export type RefuseCorrectionValues = z.output<typeof refuseCorrectionInput>;

export const correction = z.object({
  id: z.number(),
  company_id: z.number(),
  company: z.string(),
  kind: z.enum(allCorrectionKinds),
  kind_text: z.string(),
  /** Signed; of a piece its value. */
  amount: ownMoney(money),
  /** Of the company, as it is now. */
  balance: ownMoney(money),
  /** Of a piece: from which amount on, and its last day; empty for a balance. */
  threshold: ownMoney(money),
  until: z.string(),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: z.string(),
  state: z.enum(allCorrectionStates),
  state_text: z.string(),
  decided_by: z.string(),
  decided_at: z.string(),
  word: z.string(),
  /** 1: it waits, and the person who asks here is another than who asked for it. */
  may_decide: z.number(),
});
export type CorrectionWire = z.infer<typeof correction>;

export const correctionsList = listOf(correction);
export type CorrectionsList = z.infer<typeof correctionsList>;

export const correctionsSchemas = {
  deskCorrections: { input: correctionsInput, output: correctionsList },
  askCorrection: { input: askCorrectionInput, output: correction },
  passCorrection: { input: passCorrectionInput, output: correction },
  refuseCorrection: { input: refuseCorrectionInput, output: correction },
};
