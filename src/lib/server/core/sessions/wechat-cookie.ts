/** The cookie that binds a scan to the browser that began it, and afterwards to the person who has scanned. */
import { createHash, randomBytes } from 'node:crypto';
import { wechatCookie } from '#lib/contract/constants.ts';
import { env } from '../process/env.ts';

/** From the click to the response of WeChat, ms. */
export const scanTtl = 10 * 60_000;
/** From the response to an account, ms. */
export const personTtl = 15 * 60_000;

export const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** The set-cookie of a secret; an empty one deletes it. Lax: WeChat sends the browser back by a link. */
export function wechatCookieText(secret: string, ttl: number): string {
  const secure = env().SITE_URL?.startsWith('https:') ? '; Secure' : '';
  const seconds = secret === '' ? 0 : ttl / 1000;
  return `${wechatCookie}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The hash of the request's secret; null without one. */
export function wechatSecretHash(headers: Pick<Headers, 'get'>): string | null {
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim());
  const found = cookies
    .find((cookie) => cookie.startsWith(`${wechatCookie}=`))
    ?.slice(wechatCookie.length + 1);
  return found ? hashOf(found) : null;
}
