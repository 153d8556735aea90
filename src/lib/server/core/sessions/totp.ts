/**
 * Codes of an authenticator (RFC 6238) and the recovery codes that replace it. The time step of a code is returned, so
 * that the database can refuse its second use.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { siteTitle } from '#lib/contract/constants.ts';
import { staffTotp } from '#lib/rules/companies/staff.ts';
import { env } from '../process/env.ts';
import { seal, unseal } from '../process/seal.ts';

const { digits, stepMs, window } = staffTotp;
/** Owner of an authenticator: a staff member by number, a buyer by id. */
export type Holder = { kind: 'staff'; id: number } | { kind: 'user'; id: string };

const purposeOf = ({ kind }: Holder) => `${kind} totp`;
const rowOf = ({ kind, id }: Holder) => `${kind}:${id}`;
const codesOf = (secret: string) => createOTP(secret, { digits, period: stepMs / 1000 });

/** A new secret of 128 random bits. */
export function newTotpSecret(): string {
  return randomBytes(16).toString('base64url');
}

/** The secret in the stored form for this person. */
export function sealTotp(holder: Holder, secret: string): string {
  return seal(purposeOf(holder), rowOf(holder), secret);
}

/** The secret of a row; null when AUTH_SECRET has changed since. */
export function unsealTotp(holder: Holder, sealed: string): string | null {
  return unseal(purposeOf(holder), rowOf(holder), sealed);
}

/** What a code may prove; using it up decides whether it was used before. */
export type Proof = { kind: 'totp'; step: number } | { kind: 'recovery'; hash: string };

/** What a typed code may prove; null for a wrong one, `unreadable` where the secret can no longer be decrypted. */
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

/** The QR text for an authenticator, and the secret for typing: in groups of four. */
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

/** The time step of a moment. */
export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / stepMs);
}

/** The step of this code, now or one step away; the latest where two match. Null where none does. */
export async function findTotpStep(secret: string, code: string, now: Date): Promise<number | null> {
  const given = Buffer.from(code);
  let found: number | null = null;
  for (let step = totpStep(now) - window; step <= totpStep(now) + window; step++) {
    const wanted = Buffer.from(await totpCode(secret, step));
    if (given.byteLength === wanted.byteLength && timingSafeEqual(given, wanted)) found = step;
  }
  return found;
}

/** Codes that replace the authenticator once each: shown now, and stored as hashes. */
export function newRecoveryCodes(holder: Holder): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: staffTotp.recoveryCodes }, () => {
    const text = base32.encode(randomBytes(10), { padding: false }).slice(0, 10);
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });
  return { codes, hashes: codes.map((code) => recoveryHash(holder, code)) };
}

/** The stored form of a recovery code, independent of how it was typed. */
function recoveryHash(holder: Holder, code: string): string {
  const owner = holder.kind === 'staff' ? holder.id : rowOf(holder);
  const plain = code.toUpperCase().replace(/[^A-Z2-7]/g, '');
  return createHmac('sha256', env().AUTH_SECRET ?? '')
    .update(`recovery\n${owner}\n${plain}`)
    .digest('base64url');
}
