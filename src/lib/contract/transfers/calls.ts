/** Bank transfers at the platform's desk, and refunds that people send by the bank. */

import { z } from 'zod';
import { get, post } from '../call.ts';
import { day, flag, flagOut, freeText, money, text, yuan } from '../fields.ts';
import { fileWire } from '../files.ts';
import { ownMoney } from '../prices.ts';
import { statementCalls } from './statement-schema.ts';

const states = ['waiting', 'submitted', 'refused', 'short', 'settled'] as const;

const no = text('转账编号', { min: 1, max: 100 });

/** The state that was read: a decision about another state or voucher is refused with a request to look again. */
const read = {
  state: z.enum(states, { error: '请刷新后再试' }),
  submitted_at: freeText('凭证时间', 40),
};

const rest = z.enum(['balance', 'back'], { error: '请选择多余款项的去向' });
const serial = text('银行流水号', { min: 4, max: 40 }).regex(/^[0-9A-Za-z-]+$/, {
  error: '银行流水号只有字母、数字和短横线',
});
export const receiveTransferInput = z.object({
  no,
  ...read,
  /** Yuan that are on the account. */
  amount: yuan('到账金额'),
  serial,
  received_on: day('到账日期'),
  /** Where the surplus goes. */
  rest,
  /** 1: the amount is right although it differs much from the requested one. */
  confirm: flag('确认金额').default(0),
  /** Too little: wait for the difference, or give back what came. */
  short: z.enum(['wait', 'refuse'], { error: '请选择金额不足时怎么办' }),
});
export type ReceiveTransferValues = z.output<typeof receiveTransferInput>;

export const undoReceiptInput = z.object({
  no,
  serial,
  /** Yuan that really came; 0: nothing did. */
  amount: yuan('实际到账金额').default('0'),
  reason: text('撤销原因', { min: 2, max: 100 }),
});
export type UndoReceiptValues = z.output<typeof undoReceiptInput>;

export const refuseTransferInput = z.object({
  no,
  ...read,
  reason: text('驳回原因', { min: 2, max: 200 }),
  /** Where received money goes. */
  rest,
});
export type RefuseTransferValues = z.output<typeof refuseTransferInput>;

export const deskTransfer = z.object({
  no: z.string(),
  company_id: z.number(),
  company: z.string(),
  state: z.enum(states),
  /** With the state of the payment where it is closed. */
  state_text: z.string(),
  /** The amount that its orders ask for now; the former amount, once it is over. */
  amount: ownMoney(money),
  /** Money that came and waits for the rest. */
  received: ownMoney(money),
  lacks: ownMoney(money),
  trades: z.array(z.string()),
  /** How many of its orders were cancelled since, of how many. */
  cancelled: z.number(),
  orders: z.number(),
  file: fileWire.nullable(),
  /** Transfers of other companies with the very same voucher. */
  twins: z.array(z.object({ no: z.string(), company: z.string() })),
  receipts: z.array(
    z.object({
      serial: z.string(),
      amount: ownMoney(money),
      received_on: z.string(),
      staff: z.string(),
      /** 1: it has paid or is on its way back. */
      is_settled: z.number(),
    }),
  ),
  reason: z.string(),
  /** ISO moments; empty where there is none. */
  submitted_at: z.string(),
  created_at: z.string(),
  may_refuse: z.number(),
  /** Acts about it that wait for a second person, in words. */
  waits: z.array(z.string()),
});
export type DeskTransferWire = z.infer<typeof deskTransfer>;

/** The transfer once a receipt was asked to be undone. */
export const undoneReceipt = deskTransfer.extend({
  /** 1: it is undone; 0: it waits for a second person. */
  is_done: flagOut,
});
export type UndoneReceipt = z.infer<typeof undoneReceipt>;

/** One transfer with what was done to it, the newest first. */
export const deskTransferCase = deskTransfer.extend({
  log: z.array(
    z.object({ id: z.number(), at: z.string(), act_text: z.string(), who: z.string(), text: z.string() }),
  ),
});
export type DeskTransferCase = z.infer<typeof deskTransferCase>;

export const transferNoInput = z.object({ no });

/** Bank transfers at the platform's desk. */
export const transfersCalls = {
  ...statementCalls,
  deskTransfer: get('/api/desk/transfers/{no}', {
    who: 'platform',
    may: 'payments',
    input: transferNoInput,
    output: deskTransferCase,
  }),
  receiveTransfer: post('/api/desk/transfers/{no}/receive', {
    who: 'platform',
    may: 'payments',
    sure: true,
    second: ['surplus'],
    input: receiveTransferInput,
    output: deskTransfer,
  }),
  undoReceipt: post('/api/desk/transfers/{no}/undo', {
    who: 'platform',
    may: 'payments',
    sure: true,
    second: ['undo_receipt'],
    input: undoReceiptInput,
    output: undoneReceipt,
  }),
  refuseTransfer: post('/api/desk/transfers/{no}/refuse', {
    who: 'platform',
    may: 'payments',
    second: ['surplus'],
    input: refuseTransferInput,
    output: deskTransfer,
  }),
};
