/** The content of an order at 微信支付, the same for every way to pay by it. */
import { siteAddress } from '../../core/process/site-address.ts';
import type { Charge } from './port.ts';
import type { WechatKeys } from './wechat-keys.ts';

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
