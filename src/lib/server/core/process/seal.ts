/**
 * Encrypts short secrets in database rows with a key derived from AUTH_SECRET: access to the table alone reveals
 * nothing.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { env } from './env.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** Each purpose has a key of its own. */
function keyOf(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', env().AUTH_SECRET ?? '', '', `seal ${purpose}`, 32));
}

/** Encrypts a text with AES-256-GCM. It can be decrypted for the same purpose and row only. */
export function seal(purpose: string, row: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), nonce).setAAD(Buffer.from(row));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

/** The text given to {@link seal}; null for anything else, e.g. under a former AUTH_SECRET. */
export function unseal(purpose: string, row: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.byteLength < nonceBytes + tagBytes) return null;
  const end = bytes.byteLength - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(purpose), bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(row))
    .setAuthTag(bytes.subarray(end));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, end)), decipher.final()]).toString();
  } catch {
    return null;
  }
}
