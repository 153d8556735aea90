/**
 * Limits of password guesses. A guess is counted before its password is checked and released when it was right, so
 * parallel guesses cannot pass the limit.
 * - An account: 5 in 15 minutes over all addresses, by name or by phone; an unknown name counts the same.
 * - An address over all accounts: 100 in 15 minutes, unless it is shared by many browsers.
 * - A device that has logged in to the account before: 5 in 15 minutes of its own and nothing else, so that an attacker
 *   can use up an account's guesses without locking out its users.
 */
import { createHash } from 'node:crypto';
import { AppError } from '#lib/contract/errors.ts';
import { addressKey, isSharedAddress } from '../core/process/client-address.ts';
import { findKnownDevice, type KnownLogin } from '../core/sessions/device-cookie.ts';
import type { Db } from '../db/client.ts';
import {
  countAttempts,
  type Limit,
  type Reservation,
  releaseAttempt,
  reserveAttempt,
} from '../people/attempt-rows.ts';

const windowMs = 15 * 60_000;
export const accountGuesses = 5;
export const addressGuesses = 100;

export interface Asking {
  /** The name as typed. */
  name: string;
  /** The account of that name; null when there is none. */
  login: KnownLogin | null;
  address: string;
  headers: Pick<Headers, 'get'>;
}

export interface Guess {
  /** The device has logged in to this account before. */
  isKnownDevice: boolean;
  /** Removes it from the count: the password was right, or could not be checked. */
  release(): Promise<void>;
  /** It stays counted, but the password was right: the authenticator's code was wrong. */
  recordCode(): Promise<void>;
}

/** Counts a guess. Throws 429 with the seconds to wait when the limit of the account, device or address is reached. */
export async function countGuess(db: Db, asking: Asking, now: Date): Promise<Guess> {
  const device = asking.login && findKnownDevice(asking.headers, asking.login);
  const reserved: Reservation[] = [];
  async function release(): Promise<void> {
    for (const one of reserved) await releaseAttempt(db, one);
  }
  for (const limit of limitsOf(asking, device)) {
    const result = await reserveAttempt(db, limit, now);
    if ('fullUntil' in result) {
      await release();
      throw tooMany(result.fullUntil, now, await whatWasWrong(db, limit, now));
    }
    reserved.push(result.reserved);
  }
  async function recordCode(): Promise<void> {
    for (const { key } of reserved)
      await reserveAttempt(db, { key: codesKey(key), limit: addressGuesses, windowMs }, now);
  }
  return { isKnownDevice: device !== null, release, recordCode };
}

/** Key under which a limit's guesses with only a wrong code are counted. */
const codesKey = (key: string) => `${key}:code`;

/** Names the wrong part of the refused guesses (password, code or both), as far as it is counted. */
async function whatWasWrong(db: Db, { key, limit }: Limit, now: Date): Promise<string> {
  const [codes = 0] = await countAttempts(db, [codesKey(key)], now);
  if (codes === 0) return '密码';
  return codes < limit ? '密码或验证码' : '验证码';
}

function limitsOf({ name, login, address, headers }: Asking, device: string | null): Limit[] {
  // An unknown name may be a password in the wrong field: only its hash is stored.
  const account = login?.userId ?? `?${createHash('sha256').update(name).digest('base64url')}`;
  if (device !== null) return [{ key: `login:device:${device}:${account}`, limit: accountGuesses, windowMs }];
  const byAccount: Limit = { key: `login:account:${account}`, limit: accountGuesses, windowMs };
  const byAddress: Limit = { key: `login:address:${addressKey(address)}`, limit: addressGuesses, windowMs };
  return isSharedAddress(address, headers) ? [byAccount] : [byAccount, byAddress];
}

function tooMany(until: Date, now: Date, what: string): AppError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new AppError(429, `${what}错误次数过多，请${minutes}分钟后再试`, { retry_after: seconds });
}
