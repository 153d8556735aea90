/**
 * Signatures and encryption of 微信支付's APIv3: WECHATPAY2-SHA256-RSA2048 over the bytes as sent, AES-256-GCM for the
 * content of notices.
 */
import { createDecipheriv, randomBytes, sign, verify } from 'node:crypto';
import type { WechatKeys } from './wechat-keys.ts';

const scheme = 'WECHATPAY2-SHA256-RSA2048';
/** Largest difference between the two clocks, ms: their documentation refuses after five minutes. */
const clockWindow = 5 * 60_000;
const tagBytes = 16;

/** Signs lines in their format: each one ends with a line feed. Base64. */
export function signLines({ privateKey }: Pick<WechatKeys, 'privateKey'>, lines: readonly string[]): string {
  return sign('sha256', Buffer.from(lines.map((line) => `${line}\n`).join('')), privateKey).toString(
    'base64',
  );
}

/** The Authorization header of a request. `target`: path and query. */
export function authorizationOf(
  keys: WechatKeys,
  { method, target, body, at }: { method: string; target: string; body: string; at: number },
): string {
  const nonce = randomBytes(16).toString('hex');
  const timestamp = String(Math.floor(at / 1000));
  const signature = signLines(keys, [method, target, timestamp, nonce, body]);
  const values = {
    mchid: keys.merchantId,
    nonce_str: nonce,
    signature,
    timestamp,
    serial_no: keys.serial,
  };
  return `${scheme} ${Object.entries(values)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`;
}

/** What is wrong with the signature of their message; null when it is theirs, recent, and over exactly these bytes. */
export function findForgery(
  { theirs }: Pick<WechatKeys, 'theirs'>,
  raw: Uint8Array,
  headers: Pick<Headers, 'get'>,
  at: number,
): string | null {
  const said = (name: string) => headers.get(`wechatpay-${name}`) ?? '';
  const known = theirs.find(({ id }) => id.toUpperCase() === said('serial').toUpperCase());
  if (!known) return `未知的公钥或证书序列号 ${said('serial').slice(0, 60)}`;
  const seconds = said('timestamp');
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(at - Number(seconds) * 1000) > clockWindow)
    return '时间戳不在5分钟内';
  if (said('nonce') === '') return '没有随机串';
  const signed = Buffer.concat([Buffer.from(`${seconds}\n${said('nonce')}\n`), raw, Buffer.from('\n')]);
  const isTheirs = verify('sha256', signed, known.key, Buffer.from(said('signature'), 'base64'));
  return isTheirs ? null : '签名不正确';
}

/** An encrypted text, as in `resource` of a notice. */
export interface Sealed {
  /** Base64, with the tag at its end. */
  ciphertext: string;
  nonce: string;
  associated_data?: string | undefined;
}

/** Decrypts with the APIv3 key. Throws for another key or changed content. */
export function unseal(apiKey: string, { ciphertext, nonce, associated_data = '' }: Sealed): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const cut = bytes.length - tagBytes;
  if (cut < 0) throw new Error('too short to be sealed');
  const opened = createDecipheriv('aes-256-gcm', Buffer.from(apiKey), Buffer.from(nonce), {
    authTagLength: tagBytes,
  });
  opened.setAAD(Buffer.from(associated_data));
  opened.setAuthTag(bytes.subarray(cut));
  return Buffer.concat([opened.update(bytes.subarray(0, cut)), opened.final()]).toString();
}
