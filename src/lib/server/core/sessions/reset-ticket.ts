/** The cookie of a person who has proved their phone and may set a new password: a random token, stored as its hash. */
import { createHash, randomBytes } from 'node:crypto';
import { resetCookie } from '#lib/contract/constants.ts';
import { env } from '../process/env.ts';

/** Validity of a ticket, ms. */
export const ticketTtl = 10 * 60_000;

function cookieText(value: string, seconds: number): string {
  const secure = env().SITE_URL?.startsWith('https:') ? '; Secure' : '';
  return `${resetCookie}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Validity of a ticket in a link, ms: people forward it, and may not read it at once. */
export const linkTtl = 3 * 86_400_000;

/** A new ticket for a link: the token for it, and the hash to store. */
export function newLinkTicket(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

/** The set-cookie of a link's token; null for anything else. The next page checks whether it is valid. */
export function linkCookie(token: string): string | null {
  return /^[\w-]{43}$/.test(token) ? cookieText(token, ticketTtl / 1000) : null;
}

/** A new ticket: the hash to store, and its set-cookie. */
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

/** The set-cookie that deletes the ticket. */
export const noTicket = (): string => cookieText('', 0);
