/** 红字确认单 of a company's invoices: how one is shown, and what the company does with it (rules 19). */
import { z } from 'zod';
import { allRedStates, redReasonKeys } from '#lib/rules/invoices/red-state.ts';
import { id, money } from './fields.ts';
import { ownMoney } from './prices.ts';

const nullableMoment = z.string().nullable();

/** What a company may do with a form here. */
export const ownRedVerbs = ['revoke', 'again'] as const;
export type OwnRedVerb = (typeof ownRedVerbs)[number];

export const redWire = z.object({
  id: z.number().int(),
  state: z.enum(allRedStates),
  state_text: z.string(),
  /** What happens next, in words for the reader. */
  hint: z.string(),
  reason: z.enum(redReasonKeys),
  reason_text: z.string(),
  /** What it takes back, below zero. */
  gross_amount: ownMoney(money),
  asked_at: z.string(),
  deadline_at: nullableMoment,
  closed_at: nullableMoment,
  /** Id of its red invoice; 0 while there is none. */
  red_invoice_id: z.number().int(),
  /** What the buyer may do now; empty at the desks, whose acts are in their list. */
  acts: z.array(z.enum(ownRedVerbs)),
});
export type RedWire = z.infer<typeof redWire>;

/** Reasons that a buyer gives; refunds are made red by themselves. */
const buyerRedReasons = ['01'] as const;

export const redInvoiceInput = z.object({
  id: id('发票'),
  reason: z.enum(buyerRedReasons, { error: '请选择冲红原因' }).default('01'),
});
export type RedInvoiceValues = z.output<typeof redInvoiceInput>;

export const redFormInput = z.object({ id: id('红字确认单') });
export type RedFormValues = z.output<typeof redFormInput>;
