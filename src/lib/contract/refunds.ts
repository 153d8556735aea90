/** Refunds in progress, at the platform's desk: queried, or paid by another way by two people. */

import { z } from 'zod';
import { allRefundStates } from '#lib/rules/orders/refund-state.ts';
import { allRerouteStates, allRerouteWays } from '#lib/rules/orders/reroute.ts';
import { get, post } from './call.ts';
import { deskPage, freeText, id, listOf, money, text } from './fields.ts';
import { ownMoney } from './prices.ts';

/** open: everything not refunded. twice: paid by the provider as well, and not resolved yet. */
export const refundFilters = ['open', ...allRefundStates, 'twice', 'all'] as const;

export const deskRefundsInput = z.object({
  state: z.enum(refundFilters, { error: '请选择状态' }).default('open'),
  /** Key of a way to pay; empty for all. */
  way: freeText('支付方式', 40),
  keyword: freeText('退款单号、订单号、支付单号或企业', 100),
  ...deskPage(),
});
export type DeskRefundsValues = z.output<typeof deskRefundsInput>;

const no = text('退款单号', { min: 1, max: 200 });

export const askRefundInput = z.object({ no });
export type AskRefundValues = z.output<typeof askRefundInput>;

export const rerouteRefundInput = z.object({
  no,
  way: z.enum(allRerouteWays, { error: '请选择退回方式' }),
  /** Shown to the company. */
  reason: text('改付原因', { min: 2, max: 200 }),
});
export type RerouteRefundValues = z.output<typeof rerouteRefundInput>;

export const passRerouteInput = z.object({
  no,
  /** The request as read. */
  id: id('改付编号'),
  /** The bank's, where it was sent by bank. */
  serial: freeText('银行流水号', 40),
});
export type PassRerouteValues = z.output<typeof passRerouteInput>;

export const refuseRerouteInput = z.object({
  no,
  id: id('改付编号'),
  word: text('驳回原因', { min: 2, max: 200 }),
});
export type RefuseRerouteValues = z.output<typeof refuseRerouteInput>;

export const settleTwiceInput = z.object({ no, word: text('处理说明', { min: 2, max: 200 }) });
export type SettleTwiceValues = z.output<typeof settleTwiceInput>;

const reroute = z.object({
  id: z.number(),
  state: z.enum(allRerouteStates),
  state_text: z.string(),
  way: z.enum(allRerouteWays),
  way_text: z.string(),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: z.string(),
  decided_by: z.string(),
  decided_at: z.string(),
  /** Reason of the refusal. */
  word: z.string(),
  /** The bank's serial number; empty where it was not sent by bank. */
  serial: z.string(),
  /** The provider paid as well, found at this time; empty where it did not. */
  house_paid_at: z.string(),
  settled_by: z.string(),
  settled_at: z.string(),
  settled_word: z.string(),
});

export const deskRefund = z.object({
  no: z.string(),
  pay_no: z.string(),
  /** Empty where it belongs to no order. */
  order_no: z.string(),
  trade_no: z.string(),
  company_id: z.number(),
  company: z.string(),
  way_text: z.string(),
  /** Where the money goes, or went. */
  place_text: z.string(),
  amount: ownMoney(money),
  state: z.enum(allRefundStates),
  state_text: z.string(),
  /** Consecutive failures. */
  tries: z.number(),
  /** The provider's last answer, in words, and as recorded; empty for nothing. */
  last_answer: z.string(),
  last_error: z.string(),
  reason: z.string(),
  created_at: z.string(),
  done_at: z.string(),
  /** The latest request for another way. */
  reroute: reroute.nullable(),
  /** 1: the caller may do it now. */
  may_ask: z.number(),
  may_divert: z.number(),
  may_decide: z.number(),
  may_settle: z.number(),
});
export type DeskRefundWire = z.infer<typeof deskRefund>;

export const deskRefundsList = listOf(deskRefund);
export type DeskRefundsList = z.infer<typeof deskRefundsList>;

/** Refunds on their way back, at the platform's desk. */
export const refundsCalls = {
  deskRefunds: get('/api/desk/refunds', {
    who: 'platform',
    may: 'payments',
    input: deskRefundsInput,
    output: deskRefundsList,
  }),
  askRefund: post('/api/desk/refunds/{no}/ask', {
    who: 'platform',
    may: 'payments',
    input: askRefundInput,
    output: deskRefund,
  }),
  rerouteRefund: post('/api/desk/refunds/{no}/divert', {
    who: 'platform',
    may: 'payments',
    sure: true,
    input: rerouteRefundInput,
    output: deskRefund,
  }),
  passReroute: post('/api/desk/refunds/{no}/pass', {
    who: 'platform',
    may: 'payments',
    sure: true,
    input: passRerouteInput,
    output: deskRefund,
  }),
  refuseReroute: post('/api/desk/refunds/{no}/refuse', {
    who: 'platform',
    may: 'payments',
    input: refuseRerouteInput,
    output: deskRefund,
  }),
  settleTwice: post('/api/desk/refunds/{no}/settle', {
    who: 'platform',
    may: 'payments',
    sure: true,
    input: settleTwiceInput,
    output: deskRefund,
  }),
};
