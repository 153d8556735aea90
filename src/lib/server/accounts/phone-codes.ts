/**
 * Codes sent to phones. Nothing here reveals whether a phone has an account: an unknown one is answered, counted and
 * guessed at like any other, and the message is sent after the answer.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import {
  codeGap,
  codeGuesses,
  codesOfAddress,
  codesOfPhone,
  codeText,
  codeTtl,
  phonesBeforePuzzle,
  wrongBeforePuzzle,
} from '#lib/rules/companies/phone-code.ts';
import type { CallContext } from '../core/context.ts';
import { addressKey } from '../core/process/client-address.ts';
import { env } from '../core/process/env.ts';
import type { Db, Tx } from '../db/client.ts';
import {
  countAttempts,
  type Limit,
  type Reservation,
  releaseAttempt,
  reserveAttempt,
} from '../people/attempt-rows.ts';
import { sendSms, smsProviders } from '../ports/sms/providers.ts';
import { type CodeOf, lookAtCode, putCode, spendCode } from './phone-rows.ts';
import { checkPuzzle } from './puzzle.ts';

/** The caller, logged in or not. */
type Caller = Pick<CallContext<'anyone'>, 'db' | 'now' | 'clientAddress'>;

const hour = 3_600_000;

export const wrongCode = '验证码错误或已过期';

function hashOf({ purpose, phone }: CodeOf, code: string): string {
  return createHmac('sha256', env().AUTH_SECRET ?? '')
    .update(`code\n${purpose}\n${phone}\n${code}`)
    .digest('base64url');
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

interface Asking extends CodeOf {
  /** The solved puzzle; empty when none was asked. */
  puzzle: string;
}

const wrongKey = ({ purpose, phone }: CodeOf) => `code:wrong:${purpose}:${phone}`;
const phonesKey = (address: string) => `code:phones:${addressKey(address)}`;

/** A puzzle is required after three wrong codes of a phone, and for an address that asked for many phones. */
async function askPuzzle({ db, now, clientAddress }: Caller, asking: Asking): Promise<void> {
  const [wrong, phones] = await countAttempts(db, [wrongKey(asking), phonesKey(clientAddress)], now);
  if ((wrong ?? 0) < wrongBeforePuzzle && (phones ?? 0) < phonesBeforePuzzle) return;
  await checkPuzzle(db, asking.puzzle, now);
}

/** Counts in every limit or in none. Throws 429 with the seconds to wait. */
async function reserveAll(db: Db, limits: readonly Limit[], now: Date, say: (seconds: number) => string) {
  const reserved: Reservation[] = [];
  for (const limit of limits) {
    const result = await reserveAttempt(db, limit, now);
    if ('reserved' in result) {
      reserved.push(result.reserved);
      continue;
    }
    for (const one of reserved) await releaseAttempt(db, one);
    const seconds = Math.max(1, Math.ceil((result.fullUntil.getTime() - now.getTime()) / 1000));
    throw new AppError(429, say(seconds), { retry_after: seconds });
  }
  return reserved;
}

function waitText(seconds: number): string {
  return seconds <= 60
    ? `请${seconds}秒后再获取验证码`
    : `获取验证码次数过多，请${Math.ceil(seconds / 60)}分钟后再试`;
}

/**
 * Makes a code and sends it to the phone if `isKnown`. Throws 503 where no provider sends messages, 429 within sixty
 * seconds of the last one, above five an hour to a phone and twenty for an address; 422 with a puzzle after wrong codes
 * or many phones.
 */
export async function sendCode(
  context: Caller,
  asking: Asking,
  isKnown: boolean,
): Promise<{ wait_seconds: number }> {
  const { db, now, clientAddress } = context;
  if (smsProviders().length === 0) throw new AppError(503, '短信服务尚未开通，请联系客服');
  await askPuzzle(context, asking);
  const { purpose, phone } = asking;
  const address = addressKey(clientAddress);
  await reserveAll(
    db,
    [
      { key: `code:gap:${purpose}:${phone}`, limit: 1, windowMs: codeGap },
      { key: `code:phone:${phone}`, limit: codesOfPhone, windowMs: hour },
      { key: `code:address:${address}`, limit: codesOfAddress, windowMs: hour },
    ],
    now,
    waitText,
  );
  await countPhone(context, phone);
  const code = codeText(randomInt(1_000_000));
  await putCode(db, asking, {
    codeHash: hashOf(asking, code),
    expiresAt: new Date(now.getTime() + codeTtl),
  });
  // Not awaited: the provider's response time would reveal a known phone.
  if (isKnown) void sendSms({ phone, template: 'code', purpose, code });
  return { wait_seconds: codeGap / 1000 };
}

/** Counts a phone once among those of an address. */
async function countPhone({ db, now, clientAddress }: Caller, phone: string): Promise<void> {
  const own = { key: `${phonesKey(clientAddress)}:${phone}`, limit: 1, windowMs: hour };
  if ('fullUntil' in (await reserveAttempt(db, own, now))) return;
  await reserveAttempt(db, { key: phonesKey(clientAddress), limit: 1_000_000, windowMs: hour }, now);
}

/**
 * Uses a code up. Throws 422 for one that is wrong, used or too old, 429 after five wrong ones in a quarter of an hour,
 * 422 with a puzzle after three.
 */
export async function useCode(context: Caller, asking: Asking, code: string): Promise<void> {
  await guess(context, asking, code, (given) => spendCode(context.db, asking, given));
}

/** A right code that its purpose has still to use up. */
export interface ProvenCode {
  /** Uses it up within `tx`; throws 422 where another act was faster, or a new code was sent since. */
  spend(tx: Tx): Promise<void>;
}

/**
 * Checks a code that is used up later together with its purpose: a refusal then leaves it valid. Throws as `useCode`.
 */
export async function proveCode(context: Caller, asking: Asking, code: string): Promise<ProvenCode> {
  const given = await guess(context, asking, code, async () => true);
  return {
    async spend(tx) {
      if (!(await spendCode(tx, asking, given))) throw fieldError('code', wrongCode);
    },
  };
}

/** One guess, counted until it was right: its hash. `isGood` decides about a code that matches. */
async function guess(
  context: Caller,
  asking: Asking,
  code: string,
  isGood: (given: string) => Promise<boolean>,
): Promise<string> {
  const { db, now } = context;
  await askPuzzle(context, asking);
  const { purpose, phone } = asking;
  const reserved = await reserveAll(
    db,
    [
      { key: `code:guess:${purpose}:${phone}`, limit: codeGuesses, windowMs: hour / 4 },
      { key: wrongKey(asking), limit: 1_000_000, windowMs: hour },
    ],
    now,
    (seconds) => `验证码错误次数过多，请${Math.ceil(seconds / 60)}分钟后再试`,
  );
  const wanted = await lookAtCode(db, asking, codeGuesses, now);
  const given = hashOf(asking, code);
  if (wanted === null || !isSame(wanted, given) || !(await isGood(given)))
    throw fieldError('code', wrongCode);
  for (const one of reserved) await releaseAttempt(db, one);
  return given;
}
