/**
 * Codes of an authenticator (RFC 6238) and the recovery codes that stand in for it. Which step a code belongs to is
 * answered, so that the database can refuse it a second time.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { siteTitle } from '#lib/contract/constants.ts';
import { staffTotp } from '#lib/rules/companies/staff.ts';
import { env } from '../process/env.ts';
import { seal, unseal } from '../process/seal.ts';

const { digits, stepMs, window } = staffTotp;
/** Whose authenticator: a person's at the desks by their number, a buyer's by their id. */
export type Holder = { kind: 'staff'; id: number } | { kind: 'user'; id: string };

const purposeOf = ({ kind }: Holder) => `${kind} totp`;
const rowOf = ({ kind, id }: Holder) => `${kind}:${id}`;
const codesOf = (secret: string) => createOTP(secret, { digits, period: stepMs / 1000 });

/** A new secret of 128 random bits. */
export function newTotpSecret(): string {
  return randomBytes(16).toString('base64url');
}

/** The secret as the row of this person keeps it. */
export function sealTotp(holder: Holder, secret: string): string {
  return seal(purposeOf(holder), rowOf(holder), secret);
}

/** The secret of a row; null when AUTH_SECRET is another one since. */
export function unsealTotp(holder: Holder, sealed: string): string | null {
  return unseal(purposeOf(holder), rowOf(holder), sealed);
}

/** What a code may prove; whether it was used before is found out by using it up. */
export type Proof = { kind: 'totp'; step: number } | { kind: 'recovery'; hash: string };

/** What a typed code may prove; null for a wrong one, `unreadable` where the secret does not open any more. */
export async function findProof(
  holder: Holder,
  sealed: string,
  code: string,
  now: Date,
): Promise<Proof | 'unreadable' | null> {
  const plain = code.replace(/\s/g, '');
  if (!/^\d+$/.test(plain)) return { kind: 'recovery', hash: recoveryHash(holder, plain) };
  const secret = unsealTotp(holder, sealed);
  if (secret === null) return 'unreadable';
  const step = await findTotpStep(secret, plain, now);
  return step === null ? null : { kind: 'totp', step };
}

/** What an authenticator scans, and what is typed where it cannot: the secret in groups of four. */
export function totpLabels(secret: string, name: string): { url: string; text: string } {
  const text = base32.encode(secret, { padding: false });
  return {
    url: codesOf(secret).url(siteTitle, name),
    text: text.replace(/(.{4})(?=.)/g, '$1 '),
  };
}

/** The code of a step, as an authenticator shows it at that time. */
export function totpCode(secret: string, step: number): Promise<string> {
  return codesOf(secret).hotp(step);
}

/** The step of time that a moment lies in. */
export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / stepMs);
}

/** The step whose code this is, now or one step away; the latest where it is that of two. Null where it is of none. */
export async function findTotpStep(secret: string, code: string, now: Date): Promise<number | null> {
  const given = Buffer.from(code);
  let found: number | null = null;
  for (let step = totpStep(now) - window; step <= totpStep(now) + window; step++) {
    const wanted = Buffer.from(await totpCode(secret, step));
    if (given.byteLength === wanted.byteLength && timingSafeEqual(given, wanted)) found = step;
  }
  return found;
}

/** Codes that each let in once without the authenticator: shown now, and kept as hashes. */
export function newRecoveryCodes(holder: Holder): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: staffTotp.recoveryCodes }, () => {
    const text = base32.encode(randomBytes(10), { padding: false }).slice(0, 10);
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });
  return { codes, hashes: codes.map((code) => recoveryHash(holder, code)) };
}

/** The stored form of a recovery code, however it was typed. */
function recoveryHash(holder: Holder, code: string): string {
  const owner = holder.kind === 'staff' ? holder.id : rowOf(holder);
  const plain = code.toUpperCase().replace(/[^A-Z2-7]/g, '');
  return createHmac('sha256', env().AUTH_SECRET ?? '')
    .update(`recovery\n${owner}\n${plain}`)
    .digest('base64url');
}
