/**
 * The cookie of a device that has logged in: a random id, and a proof for each of the last accounts that logged in with
 * it. It grants no access; wrong passwords from such a device are counted separately, so that strangers who use up an
 * account's attempts do not lock its people out. A new password invalidates its old proofs.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deviceCookie } from '#lib/contract/constants.ts';
import { env } from '../process/env.ts';

/** An account that a device may have logged in to. */
export interface KnownLogin {
  userId: string;
  /** The stored hash of its password. */
  passwordHash: string;
}

/** Paths of the shop's login and the desks' login; each has its cookie. */
const shopPath = '/api/auth';
export const deskPath = '/api/desk';

/** Colleagues share the shop's computer. */
const maxAccounts = 8;
const idLength = 22;
const proofLength = 27;
const maxAgeSeconds = 180 * 24 * 3600;

function proofOf(id: string, { userId, passwordHash }: KnownLogin): string {
  const text = `device\n${id}\n${userId}\n${passwordHash}`;
  return createHmac('sha256', env().AUTH_SECRET ?? '')
    .update(text)
    .digest('base64url')
    .slice(0, proofLength);
}

function read(headers: Pick<Headers, 'get'>): { id: string; proofs: string[] } | null {
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim());
  const found = cookies.find((cookie) => cookie.startsWith(`${deviceCookie}=`));
  const [id = '', ...proofs] = found?.slice(deviceCookie.length + 1).split('.') ?? [];
  const isWhole = id.length === idLength && proofs.length <= maxAccounts;
  return isWhole && proofs.every((proof) => proof.length === proofLength) ? { id, proofs } : null;
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** The id of the device, if it has logged in to this account before; else null. */
export function findKnownDevice(headers: Pick<Headers, 'get'>, login: KnownLogin): string | null {
  const device = read(headers);
  if (device === null) return null;
  const proof = proofOf(device.id, login);
  return device.proofs.some((one) => isSame(one, proof)) ? device.id : null;
}

/** The set-cookie that adds an account to the device. */
export function rememberDevice(headers: Pick<Headers, 'get'>, login: KnownLogin, path = shopPath): string {
  const { id, proofs } = read(headers) ?? { id: randomBytes(16).toString('base64url'), proofs: [] };
  const own = proofOf(id, login);
  const remaining = [own, ...proofs.filter((one) => one !== own)].slice(0, maxAccounts);
  const secure = env().SITE_URL?.startsWith('https:') ? '; Secure' : '';
  return `${deviceCookie}=${[id, ...remaining].join('.')}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
