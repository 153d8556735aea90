/**
 * Payment in WeChat's own browser, once WeChat has identified the person who came back (rules 5). A payment started by
 * its buyer continues only in their session, one by a 代付 link for any holder of its state; WeChat binds the order to
 * the first openid.
 */
import { path } from '#lib/contract/routes.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { isTopUp } from '#lib/rules/money/top-up.ts';
import { isPaymentOpen } from '#lib/rules/orders/payment-state.ts';
import type { Context } from '../core/context.ts';
import { log } from '../core/process/log.ts';
import { listOrdersOfTrades } from '../orders/rows.ts';
import { findAnyPayment, listShares, type PaymentRow } from '../payments/rows.ts';
import { readJsapiState } from '../ports/payments/jsapi-state.ts';
import { readLinkToken } from '../ports/payments/link-token.ts';
import { findRemote } from '../ports/payments/providers.ts';
import { subjectOf, topUpSubject } from '../ports/payments/subject.ts';
import {
  authorizeAt,
  type BridgeValues,
  type JsapiRefusal,
  jsapiKey,
  openidLine,
  orderInWechat,
} from '../ports/payments/wechat-jsapi.ts';
import { type WechatKeys, wechatKeys } from '../ports/payments/wechat-keys.ts';
import { askOpenid, WechatRefused } from '../ports/wechat-line.ts';
import { payableOf, stateOfTrade } from './accept.ts';
import { mayMoveTopUp, moveTopUp } from './move-top-up.ts';

/** Why WeChat's payment sheet is not opened, in words. */
const refusalTexts = {
  expired: '这次付款已过期或不完整，请回到订单重新支付。',
  closed: '这笔支付已结束，订单可能已付款、取消，或换了一种方式支付。',
  other: '这笔支付已在另一个微信号里打开。请用那个微信号付款，或回到订单重新支付。',
  silent: '没有打开微信支付。请再试一次，已付的款不会再扣一次。',
} as const;

/** Content of the page in WeChat's browser. */
export type InWechat =
  | { kind: 'ready'; amount: string; subject: string; values: BridgeValues; back: string }
  /** `again`: address of another try; empty where that is of no use. */
  | { kind: 'refused'; text: string; again: string; back: string }
  /** The result is there, or WeChat must identify the person again: the browser goes to `back`. */
  | { kind: 'done'; back: string };

/** The browser came back from WeChat: orders the payment for the person of the code. Never throws for bad input. */
export async function openInWechat(
  context: Context<'all'>,
  sent: { code: string; state: string; back: string },
): Promise<InWechat> {
  const { now, requestId } = context;
  const keys = wechatKeys();
  const payNo = readJsapiState(sent.state, now);
  const payment = payNo === null ? null : await findOwn(context, payNo);
  if (keys === null || keys.appSecret === null || payNo === null || payment === null)
    return {
      kind: 'refused',
      text: refusalTexts.expired,
      again: '',
      back: linkPage(sent.back) ?? path('/order'),
    };
  const back = backOf(payment, sent.back);
  const shares = await listShares(context.db, payNo);
  if (!(await isWanted(context, payment, shares))) return refused('closed', back);
  // Entered by its address, or this page used the code already and was loaded again.
  const again = authorizeAt(keys, sent.state, payment.linkId === null ? undefined : back);
  const subject = isTopUp(payment.purpose) ? topUpSubject : subjectOf(shares.map(({ tradeNo }) => tradeNo));
  try {
    const charge = { payNo, amount: payment.amount, subject, now: payment.createdAt };
    const answer = await order(keys, charge, sent.code);
    if (answer === 'paid') return { kind: 'done', back };
    // Closed there for the person's other WeChat with a lost answer: the same as another person's.
    if (answer === 'other' || answer === 'over')
      return (await forAnother(context, payment, back)) ?? refused(refusals[answer], back);
    return { kind: 'ready', amount: formatYuan(payment.amount), subject, values: answer, back };
  } catch (error) {
    if (!(error instanceof WechatRefused))
      log().warn({ err: error, requestId, payNo }, 'a payment was not ordered in WeChat');
    return refused('silent', back, again);
  }
}

const refusals = { other: 'other', over: 'closed' } as const;

/** The person's own top-up continues in their second WeChat under another number; null for all else. */
async function forAnother(
  context: Context<'all'>,
  payment: PaymentRow,
  back: string,
): Promise<InWechat | null> {
  const { actor } = context;
  const provider = findRemote(payment.provider);
  if (provider === undefined || actor.kind !== 'buyer') return null;
  const asked = { ...context, actor };
  if (!mayMoveTopUp(asked, payment)) return null;
  return { kind: 'done', back: (await moveTopUp(asked, provider, payment)) ?? back };
}

async function order(
  keys: WechatKeys,
  charge: Parameters<typeof orderInWechat>[1],
  code: string,
): Promise<BridgeValues | JsapiRefusal> {
  if (code === '') throw new WechatRefused('no code');
  return orderInWechat(keys, charge, await askOpenid(openidLine(keys), code));
}

function refused(why: keyof typeof refusalTexts, back: string, again = ''): InWechat {
  return { kind: 'refused', text: refusalTexts[why], again, back };
}

/** The payment of a state: one of a link for everyone, otherwise only for its company. */
async function findOwn({ db, actor: { account } }: Context<'all'>, no: string): Promise<PaymentRow | null> {
  const found = await findAnyPayment(db, no);
  if (found?.provider !== jsapiKey) return null;
  return found.linkId !== null || found.companyId === account?.companyId ? found : null;
}

/** True while money on it would pay for something. */
async function isWanted(
  { db, now }: Context,
  { status, purpose }: PaymentRow,
  shares: readonly { tradeNo: string }[],
): Promise<boolean> {
  if (!isPaymentOpen(status)) return false;
  if (isTopUp(purpose)) return true;
  const nos = shares.map(({ tradeNo }) => tradeNo);
  const orders = await listOrdersOfTrades(db, nos);
  const moment = now.getTime();
  return nos.every((no) => {
    const own = orders.filter((one) => one.tradeNo === no);
    return stateOfTrade(own, moment) === 'unpaid' && payableOf(own, moment).length > 0;
  });
}

/** The link's page where it was paid by the link; the address's claim counts only for that. */
function backOf({ no, linkId }: PaymentRow, asked: string): string {
  if (linkId === null) return path('/cart/step4', undefined, { pay_no: no });
  return (readLinkToken(tokenOf(asked))?.id === linkId && linkPage(asked)) || path('/');
}

const tokenOf = (address: string) => address.split('/').at(-1) ?? '';

/** The page of the 代付 link that an address names: only of a link that we have signed. */
function linkPage(address: string): string | null {
  const token = tokenOf(address);
  return readLinkToken(token) && path('/pay/[token]', { token });
}
