/**
 * 微信支付 by its documented protocol (APIv3, 直连商户): Native, a code that a phone scans, and what its ways to pay share
 * (rules 5).
 */
import type { z } from 'zod';
import { AppError, statusOf } from '#lib/contract/errors.ts';
import type { Asked, Notice, RefundAnswer, Refunding, RemoteProvider, Reported, Standing } from './port.ts';
import type { WechatKeys } from './wechat-keys.ts';
import { askWechat, type Said } from './wechat-line.ts';
import { findForgery, unseal } from './wechat-signature.ts';
import {
  nativeAnswer,
  notice,
  notifyUrlOf,
  orderOf,
  refundAnswer,
  refundNotice,
  type Transaction,
  transaction,
  wechatTtl,
} from './wechat-words.ts';

/** They accept a request this long, so an order that they do not know may still be on its way, ms. */
export const requestTtl = 6 * 60_000;
/** A minute of grace: a payment made in time may be booked a moment later. */
const grace = 60_000;
/**
 * A refund that they closed is sent again under the next number; after this many attempts a person has to look at it.
 */
const mostTries = 5;
const longestReason = 80;

/** The Native provider with these keys. */
export function wechatProvider(keys: WechatKeys): RemoteProvider {
  return {
    ...wechatWork(keys, 'wechat', requestTtl),
    name: '微信支付',
    describe: '微信扫码支付，到账后本页自动更新',
    // A buyer who reads the page in WeChat has no second phone to scan it with.
    ...(keys.appSecret !== null && { where: 'elsewhere' as const }),

    async start(charge) {
      const target = '/v3/pay/transactions/native';
      const said = await askWechat(keys, { method: 'POST', target, body: orderOf(keys, 'wechat', charge) });
      if (!said.ok) throw new Error(`${said.code} ${said.message}`);
      return {
        qr: nativeAnswer.parse(said.body).code_url,
        until: new Date(charge.now.getTime() + wechatTtl),
      };
    },
  };
}

/**
 * Everything except how a payment begins. `key`: the way's key, in the address of its notices. `unheard`: how long an
 * order that they do not know may still be on its way, ms.
 */
export function wechatWork(
  keys: WechatKeys,
  key: string,
  silentMs: number,
): Omit<RemoteProvider, 'name' | 'describe' | 'start'> {
  const orderPath = (payNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(payNo)}`;

  async function standing(asked: Asked): Promise<Standing> {
    const said = await askWechat(keys, {
      method: 'GET',
      target: `${orderPath(asked.payNo)}?mchid=${keys.merchantId}`,
    });
    const age = asked.now.getTime() - asked.since.getTime();
    if (!said.ok) {
      if (!isUnknown(said)) throw new Error(`${said.code} ${said.message}`);
      return { notices: [], isOver: age > silentMs };
    }
    const found = transaction.parse(said.body);
    if (found.out_trade_no !== asked.payNo)
      throw new Error(`asked about ${asked.payNo}, answered of ${found.out_trade_no}`);
    const paid = noticeOf(keys, found);
    return {
      notices: paid ? [paid] : [],
      isOver: paid !== null || isEnded(found) || age > wechatTtl + grace,
    };
  }

  async function sendRefund(refunding: Refunding, attempt: number): Promise<RefundAnswer> {
    const said = await askWechat(keys, {
      method: 'POST',
      target: '/v3/refund/domestic/refunds',
      body: {
        transaction_id: refunding.providerNo,
        out_refund_no: numberOf(refunding, attempt),
        reason: refunding.reason.slice(0, longestReason),
        notify_url: notifyUrlOf(key),
        amount: { refund: refunding.amount, total: refunding.paid, currency: 'CNY' },
      },
    });
    if (!said.ok) return { state: 'failed', reason: `${said.code} ${said.message}` };
    const answer = answerOf(refunding, said.body);
    // A refund that they closed stays closed under its number, and is still owed.
    return answer === 'closed' ? nextAttempt(refunding, attempt, sendRefund) : answer;
  }

  async function askRefund(refunding: Refunding, attempt: number): Promise<RefundAnswer | null> {
    const no = encodeURIComponent(numberOf(refunding, attempt));
    const said = await askWechat(keys, { method: 'GET', target: `/v3/refund/domestic/refunds/${no}` });
    if (!said.ok) {
      if (isUnknown(said)) return null;
      throw new Error(`${said.code} ${said.message}`);
    }
    const answer = answerOf(refunding, said.body);
    return answer === 'closed' ? nextAttempt(refunding, attempt, askRefund) : answer;
  }

  return {
    kind: 'remote',
    key,
    query: standing,

    async close(asked) {
      const said = await askWechat(keys, {
        method: 'POST',
        target: `${orderPath(asked.payNo)}/close`,
        body: { mchid: keys.merchantId },
      });
      // A payment that cannot be closed is paid, closed before, or not there yet: the query tells.
      return said.ok ? { notices: [], isOver: true } : standing(asked);
    },

    refund: (refunding) => sendRefund(refunding, 0),
    queryRefund: (refunding) => askRefund(refunding, 0),

    async notify(raw, headers): Promise<Reported> {
      const forgery = findForgery(keys, raw, headers, Date.now());
      if (forgery !== null) throw new AppError(403, `通知签名不正确：${forgery}`);
      const given = read(notice, Buffer.from(raw).toString());
      const isRefund = given.event_type.startsWith('REFUND.');
      if (!isRefund && given.event_type !== 'TRANSACTION.SUCCESS') return { notices: [], refunds: [] };
      const text = open(keys, given);
      if (isRefund) {
        const { mchid, out_refund_no, out_trade_no: payNo, amount } = read(refundNotice, text);
        if (mchid !== keys.merchantId) throw new AppError(403, '通知的商户不正确');
        const refundNo = out_refund_no.replace(/_\d$/, '');
        const said = { refundNo, payNo, paid: amount.total, back: amount.refund, isSum: false };
        return { notices: [], refunds: [said] };
      }
      const paid = noticeOf(keys, read(transaction, text));
      return { notices: paid ? [paid] : [], refunds: [] };
    },

    acknowledge(refusal) {
      return {
        status: refusal === null ? 200 : statusOf(refusal.code),
        contentType: 'application/json; charset=utf-8',
        body: JSON.stringify(
          refusal === null
            ? { code: 'SUCCESS', message: '成功' }
            : { code: 'FAIL', message: refusal.message },
        ),
      };
    },
  };
}

function open({ apiKey }: WechatKeys, { resource }: z.infer<typeof notice>): string {
  try {
    return unseal(apiKey, resource);
  } catch {
    throw new AppError(403, '通知内容不能解密（请检查 WECHAT_PAY_API_KEY）');
  }
}

function read<T>(schema: z.ZodType<T>, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError(422, '通知内容不完整');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError(422, '通知内容不完整');
  return parsed.data;
}

/** The payment in their report. Throws 403 for another merchant or AppID, 422 for an incomplete report. */
function noticeOf(keys: WechatKeys, found: Transaction): Notice | null {
  if (found.mchid !== keys.merchantId) throw new AppError(403, '通知的商户不正确');
  // Another system of the same merchant may number its orders as we do.
  if (found.appid !== undefined && found.appid !== keys.appId)
    throw new AppError(403, '通知的AppID不正确（请检查 WECHAT_PAY_APP_ID）');
  if (!paidStates.has(found.trade_state)) return null;
  if (found.amount?.currency !== 'CNY' || found.transaction_id === '')
    throw new AppError(422, '通知内容不完整');
  return {
    payNo: found.out_trade_no,
    providerNo: found.transaction_id,
    amount: found.amount.total,
    outcome: 'paid',
    reason: '',
  };
}

const paidStates: ReadonlySet<string> = new Set(['SUCCESS', 'REFUND']);
const endedStates: ReadonlySet<string> = new Set(['CLOSED', 'REVOKED']);
const unknownCodes: ReadonlySet<string> = new Set([
  'ORDER_NOT_EXIST',
  'RESOURCE_NOT_EXISTS',
  'ORDERNOTEXIST',
]);

function isEnded({ trade_state }: Transaction): boolean {
  return endedStates.has(trade_state);
}

function isUnknown(said: Extract<Said, { ok: false }>): boolean {
  return unknownCodes.has(said.code);
}

function numberOf({ refundNo }: Refunding, attempt: number): string {
  return attempt === 0 ? refundNo : `${refundNo}_${attempt}`;
}

function nextAttempt<T>(
  refunding: Refunding,
  attempt: number,
  work: (refunding: Refunding, attempt: number) => Promise<T>,
): Promise<T | RefundAnswer> {
  if (attempt + 1 < mostTries) return work(refunding, attempt + 1);
  return Promise.resolve({ state: 'failed', reason: '微信支付多次关闭了这笔退款' });
}

/** The meaning of a refund's status. Throws where the amount differs. */
function answerOf(refunding: Refunding, body: unknown): RefundAnswer | 'closed' {
  const said = refundAnswer.parse(body);
  if (said.amount.refund !== refunding.amount) throw new Error(`${said.out_refund_no} is of another amount`);
  if (said.status === 'CLOSED') return 'closed';
  if (said.status === 'SUCCESS') return { state: 'done' };
  if (said.status === 'PROCESSING') return { state: 'open' };
  return { state: 'failed', reason: '退款异常：原路退不回去，请在微信支付商户平台处理' };
}
