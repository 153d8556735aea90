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
const purpose = 'staff totp';
const rowOf = (staffId: number) => `staff:${staffId}`;
const codesOf = (secret: string) => createOTP(secret, { digits, period: stepMs / 1000 });

/** A new secret of 128 random bits. */
export function newTotpSecret(): string {
  return randomBytes(16).toString('base64url');
}

/** The secret as the row of this person keeps it. */
export function sealTotp(staffId: number, secret: string): string {
  return seal(purpose, rowOf(staffId), secret);
}

/** The secret of a row; null when AUTH_SECRET is another one since. */
export function unsealTotp(staffId: number, sealed: string): string | null {
  return unseal(purpose, rowOf(staffId), sealed);
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

/** Codes that each open the desk once without the authenticator: shown now, and kept as hashes. */
export function newRecoveryCodes(staffId: number): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: staffTotp.recoveryCodes }, () => {
    const text = base32.encode(randomBytes(10), { padding: false }).slice(0, 10);
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });
  return { codes, hashes: codes.map((code) => recoveryHash(staffId, code)) };
}

/** The stored form of a recovery code, however it was typed. */
export function recoveryHash(staffId: number, code: string): string {
  const plain = code.toUpperCase().replace(/[^A-Z2-7]/g, '');
  return createHmac('sha256', env().AUTH_SECRET ?? '')
    .update(`recovery\n${staffId}\n${plain}`)
    .digest('base64url');
}
