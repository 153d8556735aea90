/** Trades that wait for their company's approval: read, passed, refused and changed (rules 3). */

import { z } from 'zod';
import { get, post } from './call.ts';
import { maxFormLines } from './constants.ts';
import { flagOut, id, money, page, text, typed, upTo, whole, yuan } from './fields.ts';
import { orderWire } from './orders/order.ts';
import { ownMoney } from './prices.ts';

const tradeNo = text('交易编号', { min: 1, max: 100 });
const seen = yuan('交易金额');

export const approvalsInput = z.object({ page: page() });

/** `expected_total` is the total shown to the approver; another one answers 409 with the current trade. */
export const passInput = z.object({ no: tradeNo, expected_total: seen });
export type PassInput = z.output<typeof passInput>;

export const refuseTradeInput = z.object({ no: tradeNo, reason: text('驳回原因', { min: 2, max: 100 }) });
export type RefuseTradeInput = z.output<typeof refuseTradeInput>;

export const changeTradeInput = z.object({
  no: tradeNo,
  expected_total: seen,
  /** Lines of its orders with their new numbers; 0 strikes one, what is not named stays. */
  lines: upTo(
    maxFormLines,
    z.object({ id: id('商品'), number: typed(whole('数量', 0, 999_999)) }, { error: '商品不正确' }),
    { min: 1, error: '请先修改商品数量', tooMany: `一次最多提交${maxFormLines}项` },
  ),
});
export type ChangeTradeInput = z.output<typeof changeTradeInput>;

export const approvalWire = z.object({
  trade_no: z.string(),
  /** The store that it was placed for; empty for one's own company. */
  store: z.string(),
  /** The person who placed it, and their current limit per order; null is none. */
  placed_by: z.string(),
  order_limit: ownMoney(money).nullable(),
  placed_at: z.string(),
  /** End of the 48 hours. */
  deadline_at: z.string(),
  /** 1 while it can be decided. */
  is_waiting: z.number(),
  status_text: z.string(),
  /** Of the orders that are not cancelled. */
  pay_amount: ownMoney(money),
  /** The delivery address. */
  address: z.string(),
  orders: z.array(orderWire),
  /** Packs of the lines whose quantities can be changed. */
  packs: z.array(z.object({ id: z.number(), step: z.number(), min: z.number() })),
  /** 1: this person can pay it now. */
  may_pay: flagOut,
  /** Until when it can be paid; empty while that is not possible. */
  pay_by: z.string(),
  now: z.string(),
});
export type ApprovalWire = z.infer<typeof approvalWire>;

export const approvalList = z.object({ list: z.array(approvalWire), total: z.number().int() });
export type ApprovalList = z.infer<typeof approvalList>;

/** `called_off`: a sentence about orders whose goods may not be sold any more, and which were cancelled; or empty. */
export const decided = z.object({ trade: approvalWire, called_off: z.string() });
export type Decided = z.infer<typeof decided>;

/** Calls of the company's own approval of orders beyond a member's limit (rules 3). */
export const approvalsCalls = {
  approvals: get('/api/approvals', {
    who: 'buyer',
    may: 'approve',
    input: approvalsInput,
    output: approvalList,
  }),
  approval: get('/api/approvals/{no}', {
    who: 'buyer',
    may: 'approve',
    input: z.object({ no: tradeNo }),
    output: approvalWire,
  }),
  passTrade: post('/api/approvals/{no}/pass', {
    who: 'buyer',
    may: 'approve',
    input: passInput,
    output: decided,
  }),
  refuseTrade: post('/api/approvals/{no}/refuse', {
    who: 'buyer',
    may: 'approve',
    input: refuseTradeInput,
    output: decided,
  }),
  changeTrade: post('/api/approvals/{no}/change', {
    who: 'buyer',
    may: 'approve',
    cost: 'order',
    input: changeTradeInput,
    output: approvalWire,
  }),
};
