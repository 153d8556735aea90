import { balanceProvider, bankProvider } from '#lib/contract/constants.ts';
import type { PayChoice, PayMethod } from '#lib/contract/payments/calls.ts';
import { mostFromBalance } from '#lib/rules/money/mixed-payment.ts';
import { findYuan, formatYuan, showYuan } from '#lib/rules/money/money.ts';

/** The balance's part next to a remote way, and the rest for that, yuan; `reason` where it can add nothing. */
export type Mix = { balance: string; rest: string } | { reason: string };

/** A way, for an amount; `isShort`: it is the balance, which is too low, for a person who may top it up. */
export type PlannedWay = PayMethod & { isShort: boolean };

/** How an amount would be paid. The server decides again. */
export interface PayPlan {
  ways: PlannedWay[];
  /** The way chosen while it can be taken, else the first that can. */
  way: PlannedWay | undefined;
  /** Null where there is nothing to mix: the way is the balance itself, or there is none. */
  mix: Mix | null;
  /** Yuan from the balance next to a remote way, where that is wanted and possible. */
  fromBalance: string | undefined;
}

/** Puts an amount, the ways to pay and what the buyer chose together. */
export function planPayment(methods: readonly PayMethod[], amount: string, choice: PayChoice): PayPlan {
  const ways = methods.map((method) => withAmount(method, amount));
  const open = ways.filter((one) => one.is_enabled === 1);
  const way = open.find((one) => one.provider === choice.provider) ?? open[0];
  const mix = way ? mixOf(way, methods, amount) : null;
  const isMixed = choice.with_balance === 1 && mix !== null && 'balance' in mix;
  return { ways, way, mix, fromBalance: isMixed ? mix.balance : undefined };
}

function mixOf(way: PayMethod, methods: readonly PayMethod[], amount: string): Mix | null {
  const own = methods.find((method) => method.provider === balanceProvider);
  // A transfer is of the whole amount.
  if (own === undefined || own.provider === way.provider || way.provider === bankProvider) return null;
  if (own.balance === undefined)
    return { reason: '您的角色不能查看钱包余额，如需搭配余额支付，请由企业管理员或财务付款' };
  const total = findYuan(amount) ?? 0;
  const balance = findYuan(own.balance) ?? 0;
  const most = mostFromBalance(total, balance);
  if (most > 0) return { balance: formatYuan(most), rest: formatYuan(total - most) };
  return { reason: balance > 0 ? '余额足够支付全部金额，可直接选择余额支付' : '余额为¥0.00，没有可用的余额' };
}

function withAmount(method: PayMethod, amount: string): PlannedWay {
  if (method.balance === undefined) return { ...method, isShort: false };
  const lacks = (findYuan(amount) ?? 0) - (findYuan(method.balance) ?? 0);
  return lacks > 0
    ? { ...method, is_enabled: 0, reason: `余额不足，还差¥${showYuan(lacks)}`, isShort: true }
    : { ...method, is_enabled: 1, reason: '', isShort: false };
}
