/** Protection of a backup's bytes: AES-256-GCM under BACKUP_KEY, a check sum without. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { StartupError } from '#lib/server/core/process/env.ts';

/** Part of the manifest of an encrypted backup. */
export interface Lock {
  /** base64; together with BACKUP_KEY it yields the keys of this backup. */
  salt: string;
  /** Distinguishes a wrong key from a damaged file. */
  check: string;
}

/** The keys of one backup. */
export interface Keys {
  lock: Lock;
  cipher: Buffer;
  mac: Buffer;
}

const tagBytes = 16;

function derive(key: string, salt: Buffer, bytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(key, salt, bytes, (error, derived) => (error ? reject(error) : resolve(derived)));
  return promise;
}

export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function macOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

async function keysOf(key: string, salt: Buffer): Promise<Keys> {
  const both = await derive(key, salt, 64);
  const mac = both.subarray(32);
  return {
    lock: { salt: salt.toString('base64'), check: macOf(mac, 'yaopi backup') },
    cipher: both.subarray(0, 32),
    mac,
  };
}

/** Keys for a new backup: each has its own, so that the number of a part may be its nonce. */
export function makeKeys(key: string): Promise<Keys> {
  return keysOf(key, randomBytes(16));
}

/** The keys of a backup that is there. Throws a StartupError when BACKUP_KEY is missing or another one. */
export async function openKeys(key: string | undefined, lock: Lock): Promise<Keys> {
  if (key === undefined) throw new StartupError('这份备份已加密。请用 BACKUP_KEY 给出做备份时的密钥。');
  const keys = await keysOf(key, Buffer.from(lock.salt, 'base64'));
  if (!isSame(keys.lock.check, lock.check))
    throw new StartupError('BACKUP_KEY 不是这份备份的密钥。请用做备份时的那一个。');
  return keys;
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function nonce(number: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(number, 8);
  return bytes;
}

/** Seals one part. `number` is its place in the whole backup and is never used twice; `name` is sealed along. */
export function sealPart(keys: Keys | undefined, number: number, name: string, bytes: Buffer): Buffer {
  if (keys === undefined) return bytes;
  const cipher = createCipheriv('aes-256-gcm', keys.cipher, nonce(number)).setAAD(Buffer.from(name));
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts one part. Throws when a byte has changed. */
export function openPart(keys: Keys | undefined, number: number, name: string, bytes: Buffer): Buffer {
  if (keys === undefined) return bytes;
  const cut = bytes.byteLength - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', keys.cipher, nonce(number))
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(cut));
  return Buffer.concat([decipher.update(bytes.subarray(0, cut)), decipher.final()]);
}

const saltBytes = 16;
const digestBytes = 32;

/**
 * Encrypts a file that no manifest lists. Each file has a key of its own, derived from a random salt in front of the
 * bytes, so its one nonce is used once. Without keys a check sum takes that place.
 */
export function sealFile(keys: Keys | undefined, name: string, bytes: Buffer): Buffer {
  if (keys === undefined) return Buffer.concat([createHash('sha256').update(bytes).digest(), bytes]);
  const salt = randomBytes(saltBytes);
  return Buffer.concat([salt, sealPart(fileKeys(keys, salt), 1, name, bytes)]);
}

/** Decrypts a file. Undefined when a byte of it, or its name, has changed. */
export function openFile(keys: Keys | undefined, name: string, sealed: Buffer): Buffer | undefined {
  if (keys === undefined) {
    const bytes = sealed.subarray(digestBytes);
    const digest = createHash('sha256').update(bytes).digest();
    return digest.equals(sealed.subarray(0, digestBytes)) ? bytes : undefined;
  }
  if (sealed.byteLength < saltBytes + tagBytes) return undefined;
  try {
    return openPart(fileKeys(keys, sealed.subarray(0, saltBytes)), 1, name, sealed.subarray(saltBytes));
  } catch {
    return undefined;
  }
}

function fileKeys(keys: Keys, salt: Buffer): Keys {
  return { ...keys, cipher: Buffer.from(hkdfSync('sha256', keys.cipher, salt, 'yaopi file', 32)) };
}

/** Over the manifest's text: signed with the key, or a check sum against damage when there is none. */
export function signManifest(keys: Keys | undefined, text: string): string {
  return keys === undefined ? sha256(text) : macOf(keys.mac, text);
}

export function isSignedBy(keys: Keys | undefined, text: string, signature: string): boolean {
  return isSame(signManifest(keys, text), signature);
}
