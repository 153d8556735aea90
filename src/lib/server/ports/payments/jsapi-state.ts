/**
 * The state that goes to WeChat and comes back with the payer: the payment and its expiry, signed by HMAC-SHA256.
 * WeChat takes letters and digits only, at most 128.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '../../core/process/env.ts';

/** How long the round trip to WeChat may take, ms. */
export const jsapiTtl = 10 * 60_000;

/** A separate key, derived from the site's secret: neither reveals the other. */
function macOf(text: string): Buffer {
  const key = createHmac('sha256', env().AUTH_SECRET ?? '')
    .update('payment in wechat')
    .digest();
  return createHmac('sha256', key).update(text).digest();
}

/** The state of a payment that begins now. */
export function jsapiState(payNo: string, now: Date): string {
  const text = `${payNo}z${Math.floor((now.getTime() + jsapiTtl) / 1000)}`;
  return `${text}z${macOf(text).toString('hex')}`;
}

/** The payment's number; null where the signature is not ours, or it has expired. */
export function readJsapiState(state: string, now: Date): string | null {
  const found = /^(P\d{1,30})z(\d{1,12})z([0-9a-f]{64})$/.exec(state);
  if (!found) return null;
  const [, payNo = '', until = '', mac = ''] = found;
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), macOf(`${payNo}z${until}`))) return null;
  return Number(until) * 1000 > now.getTime() ? payNo : null;
}
