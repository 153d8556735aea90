/** The cookie of somebody who has proved their phone and may set a new password: a random token, kept as its hash. */
import { createHash, randomBytes } from 'node:crypto';
import { resetCookie } from '#lib/contract/constants.ts';
import { env } from '../process/env.ts';

/** A ticket holds so long, ms. */
export const ticketTtl = 10 * 60_000;

function cookieText(value: string, seconds: number): string {
  const secure = env().SITE_URL?.startsWith('https:') ? '; Secure' : '';
  return `${resetCookie}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** A ticket that a link carries holds so long, ms: it is sent by people, who may not be there at once. */
export const linkTtl = 3 * 86_400_000;

/** A new ticket for a link: the token in it, and the hash to keep. */
export function newLinkTicket(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

/** The set-cookie of a link's token; null for what is none. Whether it holds, the next page finds out. */
export function linkCookie(token: string): string | null {
  return /^[\w-]{43}$/.test(token) ? cookieText(token, ticketTtl / 1000) : null;
}

/** A new ticket: the hash to keep, and its set-cookie. */
export function newTicket(): { tokenHash: string; cookie: string } {
  const token = randomBytes(32).toString('base64url');
  return { tokenHash: hashOf(token), cookie: cookieText(token, ticketTtl / 1000) };
}

/** The hash of the request's ticket; null without one. */
export function ticketHash(headers: Pick<Headers, 'get'>): string | null {
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim());
  const found = cookies.find((cookie) => cookie.startsWith(`${resetCookie}=`))?.slice(resetCookie.length + 1);
  return found ? hashOf(found) : null;
}

/** The set-cookie that takes the ticket away. */
export const noTicket = (): string => cookieText('', 0);
