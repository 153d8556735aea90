/** Calls to e签宝: each signed over method, digest of the body and path, with their 请求签名鉴权. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

export interface EsignKeys {
  appId: string;
  secret: string;
  endpoint: string;
}

const timeout = 8_000;
const accept = '*/*';
const json = 'application/json; charset=UTF-8';

export function md5Of(bytes: Uint8Array | string): string {
  return createHash('md5').update(bytes).digest('base64');
}

/** Their signature of a request; the date and further headers are left out. */
function signRequest(secret: string, method: string, md5: string, type: string, path: string): string {
  const text = [method, accept, md5, type, '', path].join('\n');
  return createHmac('sha256', secret).update(text).digest('base64');
}

/** Their signature of a notice: over its timestamp and the bytes as they came, in hex. */
export function signNotice(secret: string, timestamp: string, raw: Uint8Array): string {
  return createHmac('sha256', secret).update(timestamp).update(raw).digest('hex');
}

export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const answered = z.object({ code: z.number(), message: z.string().nullish(), data: z.unknown() });

/** Their refusal of a call. */
export class EsignRefusal extends Error {
  override name = 'EsignRefusal';
  readonly code: number;

  constructor(path: string, code: number, message: string) {
    super(`esign: ${path} ${code} ${message}`);
    this.code = code;
  }
}

/** Sends a call and reads its data. Throws EsignRefusal where they refuse. */
export async function callEsign<T>(
  { appId, secret, endpoint }: EsignKeys,
  { method, path, body }: { method: 'GET' | 'POST'; path: string; body?: unknown },
  schema: z.ZodType<T>,
): Promise<T> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const md5 = text === '' ? '' : md5Of(text);
  const response = await fetch(`${endpoint}${path}`, {
    method,
    headers: {
      Accept: accept,
      'Content-Type': json,
      ...(md5 !== '' && { 'Content-MD5': md5 }),
      'X-Tsign-Open-App-Id': appId,
      'X-Tsign-Open-Auth-Mode': 'Signature',
      'X-Tsign-Open-Ca-Timestamp': String(Date.now()),
      'X-Tsign-Open-Ca-Signature': signRequest(secret, method, md5, json, path),
    },
    ...(text !== '' && { body: text }),
    signal: AbortSignal.timeout(timeout),
  });
  const { code, message, data } = answered.parse(await response.json());
  if (code !== 0) throw new EsignRefusal(path, code, message ?? '');
  return schema.parse(data);
}

/** Puts the bytes of a file where they told. */
export async function putFile(address: string, bytes: Uint8Array, type: string): Promise<void> {
  const response = await fetch(address, {
    method: 'PUT',
    headers: { 'Content-MD5': md5Of(bytes), 'Content-Type': type },
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(timeout),
  });
  if (!response.ok) throw new Error(`esign: file upload ${response.status}`);
}

/** The bytes of a file at an address that they told. */
export async function getFile(address: string): Promise<Uint8Array> {
  const response = await fetch(address, { signal: AbortSignal.timeout(timeout) });
  if (!response.ok) throw new Error(`esign: file download ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
