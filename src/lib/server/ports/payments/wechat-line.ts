/**
 * The connection to 微信支付: signed requests, responses verified over their bytes. It has a timeout, and throws where
 * there is no response of theirs.
 */
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import type { WechatKeys } from './wechat-keys.ts';
import { authorizationOf, findForgery } from './wechat-signature.ts';

/** Timeout of a response, ms. */
const answerWithin = 8_000;

export interface Asking {
  method: 'GET' | 'POST';
  /** Path and query. */
  target: string;
  body?: Record<string, unknown>;
}

/** Their response: a refusal has their own code and message. */
export type Said = { ok: true; body: unknown } | { ok: false; code: string; message: string };

/** Codes that say nothing about the outcome: somebody has to correct something, or to query later. */
const silent: ReadonlySet<string> = new Set([
  'SIGN_ERROR',
  'SYSTEM_ERROR',
  'FREQUENCY_LIMITED',
  'RATELIMIT_EXCEEDED',
  'BANK_ERROR',
  'APPID_MCHID_NOT_MATCH',
  'MCH_NOT_EXISTS',
  'NO_AUTH',
]);

/** Sends a request; when this throws, the outcome is unknown. */
export async function askWechat(keys: WechatKeys, { method, target, body }: Asking): Promise<Said> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const answer = await fetch(keys.endpoint + target, {
    method,
    headers: headersOf(keys, method, target, text),
    ...(body !== undefined && { body: text }),
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithin),
  });
  const raw = new Uint8Array(await answer.arrayBuffer());
  const said: unknown = raw.length === 0 ? null : parse(raw);
  const code = String(fieldOf(said, 'code') ?? '');
  const message = String(fieldOf(said, 'message') ?? '');
  // They report a wrong key of ours without a signature.
  if (
    !answer.ok &&
    (answer.status === 401 || answer.status === 429 || answer.status >= 500 || silent.has(code))
  )
    throw new Error(`${answer.status} ${code} ${message}${hintOf(code)}`);
  const forgery = findForgery(keys, raw, answer.headers, Date.now());
  if (forgery !== null)
    throw new Error(
      `应答不是微信支付的：${forgery}（请检查 WECHAT_PAY_PUBLIC_KEY_ID 和 WECHAT_PAY_PUBLIC_KEY）`,
    );
  return answer.ok ? { ok: true, body: said } : { ok: false, code, message };
}

/** Timeout of a bill download, ms. */
const downloadWithin = 60_000;

/** Downloads a file that they named; the caller checks its digest. Throws where there is none. */
export async function downloadWechat(keys: WechatKeys, address: string): Promise<Uint8Array> {
  const { origin, pathname, search } = new URL(address);
  // Signed requests go to their hosts only, whatever address the response named.
  const isTheirs = origin === new URL(keys.endpoint).origin || /^https:\/\/[\w.]+\.qq\.com$/.test(origin);
  if (!isTheirs) throw new Error(`a bill lies at ${origin}`);
  const answer = await fetch(address, {
    headers: headersOf(keys, 'GET', pathname + search, ''),
    redirect: 'error',
    signal: AbortSignal.timeout(downloadWithin),
  });
  if (!answer.ok) throw new Error(`a bill answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

function headersOf(keys: WechatKeys, method: string, target: string, body: string): Record<string, string> {
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'yaopi',
    authorization: authorizationOf(keys, { method, target, body, at: Date.now() }),
    // Which of their keys we have.
    'wechatpay-serial': keys.theirs[0]?.id ?? '',
  };
}

function parse(raw: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(raw).toString());
  } catch {
    return null;
  }
}

function hintOf(code: string): string {
  if (code === 'SIGN_ERROR') return '（请检查 WECHAT_PAY_SERIAL 和 WECHAT_PAY_PRIVATE_KEY）';
  return code === 'APPID_MCHID_NOT_MATCH' || code === 'MCH_NOT_EXISTS'
    ? '（请检查 WECHAT_PAY_MERCHANT_ID 和 WECHAT_PAY_APP_ID）'
    : '';
}
