/** Password hashes in better-auth's own form (`salt:key` in hex), computed on threads of their own. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './hash-threads.ts';

/** True inside {@link withPrecedence}: better-auth calls the functions below and hands nothing on to them. */
const precedence = new AsyncLocalStorage<boolean>();

/** Runs work whose hashes go before those of strangers: for a device that has logged in before. */
export function withPrecedence<Out>(first: boolean, work: () => Promise<Out>): Promise<Out> {
  return precedence.run(first, work);
}

/** Rejects with 503 when too many hashes wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  const key = await deriveKey(password, salt, precedence.getStore());
  return `${salt}:${key.toString('hex')}`;
}

/** Rejects with 503 when too many hashes wait; a hash that is none fits no password. */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  const [salt = '', hex = ''] = hash.split(':');
  const wanted = Buffer.from(hex, 'hex');
  const key = await deriveKey(password, salt, precedence.getStore());
  return wanted.byteLength === key.byteLength && timingSafeEqual(wanted, key);
}
