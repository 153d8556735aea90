/**
 * The address of a 代付 link: the link's number and its expiry, signed by HMAC-SHA256. It cannot be guessed, and a forged
 * one is refused before anything is read.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '../../core/process/env.ts';

/** A separate key, derived from the site's secret: neither reveals the other. */
function macOf(text: string): Buffer {
  const key = createHmac('sha256', env().AUTH_SECRET ?? '')
    .update('payment link')
    .digest();
  return createHmac('sha256', key).update(text).digest();
}

/** The token of a link that expires at `until`, to the second. */
export function linkToken(id: number, until: Date): string {
  const text = `${id.toString(36)}.${Math.floor(until.getTime() / 1000).toString(36)}`;
  return `${text}.${macOf(text).toString('base64url')}`;
}

/** The signed values; null where the signature is not ours. */
export function readLinkToken(token: string): { id: number; until: Date } | null {
  const found = /^([0-9a-z]{1,7})\.([0-9a-z]{1,9})\.([\w-]{43})$/.exec(token);
  if (!found) return null;
  const [, id = '', until = '', mac = ''] = found;
  const given = Buffer.from(mac, 'base64url');
  const own = macOf(`${id}.${until}`);
  if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
  return { id: Number.parseInt(id, 36), until: new Date(Number.parseInt(until, 36) * 1000) };
}
