/** The fields of 微信支付's messages that we read (APIv3, 直连商户). */
import { z } from 'zod';
import { siteAddress } from '../../core/process/site-address.ts';
import type { Charge } from './port.ts';
import type { WechatKeys } from './wechat-keys.ts';

// The content of an order at 微信支付, the same for every way to pay by it.

/** How long an order can be paid, ms; a trade never waits longer. */
export const wechatTtl = 30 * 60_000;
const longestSubject = 127;

/** Always the same for the same payment: they refuse a different order under its number. `key`: the way's key. */
export function orderOf(
  keys: WechatKeys,
  key: string,
  { payNo, amount, subject, now }: Pick<Charge, 'payNo' | 'amount' | 'subject' | 'now'>,
): Record<string, unknown> {
  return {
    appid: keys.appId,
    mchid: keys.merchantId,
    description: subject.slice(0, longestSubject),
    out_trade_no: payNo,
    time_expire: momentOf(new Date(now.getTime() + wechatTtl)),
    notify_url: notifyUrlOf(key),
    amount: { total: amount, currency: 'CNY' },
  };
}

/** The address for their notices about payments and refunds of a way. */
export function notifyUrlOf(key: string): string {
  return `${siteAddress()}/api/pay/notify/${key}`;
}

/** Time in their format: Shanghai time, to the second. */
function momentOf(at: Date): string {
  return `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
}

const amount = z.object({ total: z.number().int(), currency: z.string().default('CNY') });

/** A payment from a query or a notice. REFUND: it was paid, and part of it was refunded. */
export const transaction = z.object({
  mchid: z.string(),
  appid: z.string().optional(),
  out_trade_no: z.string(),
  transaction_id: z.string().default(''),
  trade_state: z.enum([
    'SUCCESS',
    'REFUND',
    'NOTPAY',
    'CLOSED',
    'REVOKED',
    'USERPAYING',
    'PAYERROR',
    'ACCEPT',
  ]),
  trade_state_desc: z.string().default(''),
  /** Missing before it is paid. */
  amount: amount.optional(),
});
export type Transaction = z.infer<typeof transaction>;

export const nativeAnswer = z.object({ code_url: z.string().min(1) });

export const jsapiAnswer = z.object({ prepay_id: z.string().min(1) });

/** A refund as answered to a request or a query. */
export const refundAnswer = z.object({
  out_refund_no: z.string(),
  status: z.enum(['SUCCESS', 'PROCESSING', 'CLOSED', 'ABNORMAL']),
  amount: z.object({ refund: z.number().int() }),
});

/** A notice; `resource` is encrypted. */
export const notice = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().optional(),
  }),
});

/** The decrypted resource of a refund's notice. */
export const refundNotice = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  out_refund_no: z.string(),
  amount: z.object({ total: z.number().int(), refund: z.number().int() }),
});
