/** States of trades and payments (rules 3 and 5). */
import { type OrderStatus, orderIs } from './order-state.ts';

export type PaymentState = 'pending' | 'paid' | 'failed' | 'closed' | 'refunded';

type PaymentRow = { text: string; next: PaymentState[] };

/**
 * A payment's states. Money may still arrive on a failed or closed payment: it is never refused, it is given back
 * (→ refunded); a failed one whose trade still waits takes it as paid.
 */
export const paymentStates = {
  pending: { text: '支付中', next: ['paid', 'failed', 'closed', 'refunded'] },
  paid: { text: '已支付', next: ['refunded'] },
  failed: { text: '支付失败', next: ['paid', 'refunded'] },
  closed: { text: '已关闭', next: ['refunded'] },
  refunded: { text: '已退款', next: [] },
} satisfies Record<PaymentState, PaymentRow>;

/** True when a payment may go from one state to another; a repeat of the same state is no move. */
export function canPaymentMove(from: PaymentState, to: PaymentState): boolean {
  const { next }: PaymentRow = paymentStates[from];
  return next.includes(to);
}

/** True while a try is under way: it has not failed and is not over. */
export function isPaymentOpen(state: PaymentState): boolean {
  return state === 'pending';
}

/** The last step of the checkout: a paid one is shown as paid, and a transfer as awaited until it arrives. */
export function resultStepText(state: PaymentState, isTransfer: boolean): string {
  return isTransfer && isPaymentOpen(state) ? '等待到账' : resultSteps[state];
}

const resultSteps = {
  pending: '等待支付结果',
  paid: '支付完成',
  failed: '支付未完成',
  closed: '支付未完成',
  refunded: '款项已退回',
} satisfies Record<PaymentState, string>;

/** What to do with money reported by a valid notify, by the payment's state and whether its trade still waits. */
export function onMoney(state: PaymentState, tradeWaits: boolean): 'accept' | 'give_back' | 'ignore' {
  const answer = moneyAnswers[state];
  return answer === 'accept' && !tradeWaits ? 'give_back' : answer;
}

const moneyAnswers = {
  pending: 'accept',
  failed: 'accept',
  closed: 'give_back',
  // The same notify again: success is answered, nothing happens.
  paid: 'ignore',
  refunded: 'ignore',
} satisfies Record<PaymentState, 'accept' | 'give_back' | 'ignore'>;

/** The state of a trade, derived from its orders. */
export type TradeState = 'unpaid' | 'paid' | 'cancelled';

export const tradeTexts = {
  unpaid: '待付款',
  paid: '已付款',
  cancelled: '已取消',
} satisfies Record<TradeState, string>;

/** The state of a trade from the effective statuses of its orders; one that still waits keeps it open. */
export function tradeStateOf(statuses: readonly OrderStatus[]): TradeState {
  if (statuses.some((status) => orderIs.unpaid(status))) return 'unpaid';
  return statuses.some((status) => status !== 'cancelled') ? 'paid' : 'cancelled';
}

/** Names of the ways to pay that a payment may have, by their keys, also of those that are not configured here. */
export const wayTexts: Readonly<Record<string, string>> = {
  balance: '余额支付',
  wechat: '微信支付',
  wechat_jsapi: '微信支付',
  alipay: '支付宝',
  alipay_qr: '支付宝扫码',
  sandbox: '模拟收银台',
  bank: '对公转账',
};

/** The same as choices, where two of one name are told apart. */
export const wayChoices: Readonly<Record<string, string>> = {
  ...wayTexts,
  wechat_jsapi: '微信支付（微信内）',
};
