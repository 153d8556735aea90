/** The search of payments at the platform's desk. */
import { z } from 'zod';
import { paymentStates } from '../../rules/orders/payment-state.ts';
import { keysOf } from '../../rules/terms/keys.ts';
import { deskPage, freeChoice, freeDay, freeText, listOf, money } from '../fields.ts';
import { ownMoney } from '../prices.ts';

export const deskPaymentsInput = z.object({
  /** Number of a payment, of the payment provider, of a trade or an order, or part of the company's name. */
  q: freeText('查找内容', 100),
  state: freeChoice('状态', keysOf(paymentStates)),
  /** Key of the way to pay. */
  way: freeText('支付方式', 20),
  /** Yuan, exact; empty for any. */
  amount: freeText('金额', 15),
  /** Days on which they were begun, both inclusive. */
  from: freeDay('开始日期'),
  to: freeDay('结束日期'),
  ...deskPage(),
});
export type DeskPaymentsValues = z.output<typeof deskPaymentsInput>;

export const deskPaymentRow = z.object({
  pay_no: z.string(),
  company: z.string(),
  /** 订单付款 or 余额充值. */
  purpose_text: z.string(),
  way_text: z.string(),
  /** The payment provider's; empty where it is unknown. */
  serial: z.string(),
  amount: ownMoney(money),
  status_text: z.string(),
  /** Reason of a failure; empty otherwise. */
  fail_reason: z.string(),
  trade_nos: z.array(z.string()),
  order_nos: z.array(z.string()),
  created_at: z.string(),
  /** ISO; empty where it is not paid. */
  paid_at: z.string(),
});
export type DeskPaymentRow = z.infer<typeof deskPaymentRow>;

/** The newest first. */
export const deskPayments = listOf(deskPaymentRow);
export type DeskPayments = z.infer<typeof deskPayments>;
