/** 支付记录: payments of buyers, for answering questions about them. */
import { paymentStates, wayChoices } from '#lib/rules/orders/payment-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { amount, choice, fromDay, moment, money, number, part, text, toDay, word } from '../fields.ts';
import { defineList } from '../list.ts';

const states = Object.fromEntries(keysOf(paymentStates).map((state) => [state, paymentStates[state].text]));

export const payments = defineList({
  page: '/desk/payments',
  key: 'text',
  filters: {
    // Number of a payment, of the provider, of a trade or an order, or part of the company's name.
    q: part('支付单号、流水号、交易号、订单号或企业'),
    state: choice('状态', states, { column: 'state' }),
    way: choice('支付方式', wayChoices),
    amount: amount('金额', 'amount'),
    from: fromDay('发起开始', 'created_at'),
    to: toDay('发起结束', 'created_at'),
  },
  columns: {
    no: text('支付单号', { isTitle: true, isCopied: true }),
    company: text('企业', { link: { page: '/desk/companies/[id]', by: { id: 'company_id' } } }),
    way: text('支付方式'),
    purpose: word('用途', { order: '订单付款', top_up: '余额充值' }),
    serial: text('渠道流水号', { isCopied: true }),
    amount: money('金额'),
    state: word('状态', states),
    fail_reason: text('原因'),
    created_at: moment('发起时间', { isSortable: true }),
    paid_at: moment('付款时间'),
    orders: text('订单'),
    company_id: number('企业编号', { isHidden: true }),
  },
  sort: '-created_at',
  none: '没有符合条件的支付',
});
