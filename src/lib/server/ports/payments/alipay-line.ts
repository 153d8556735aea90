/**
 * The connection to 支付宝 by its official SDK: signed requests, responses verified over their bytes. It throws where
 * there is no response of theirs.
 */
import type { AlipaySdk } from 'alipay-sdk';
import { secondKey } from '#lib/rules/terms/activity-time.ts';
import type { AlipayKeys } from './alipay-keys.ts';

/** Timeout of a response, ms. */
const answerWithin = 8_000;

/** Their response, in camel case: a refusal has their own code and message. */
export type Said = { ok: true; body: Record<string, unknown> } | { ok: false; code: string; message: string };

export interface Asking {
  content: Record<string, unknown>;
  notifyUrl?: string;
  returnUrl?: string;
}

/** The SDK with these keys, loaded at first use: most processes never pay. */
export async function openAlipay({
  appId,
  privateKey,
  theirs,
  certificates,
  gateway,
}: AlipayKeys): Promise<AlipaySdk> {
  const { AlipaySdk } = await import('alipay-sdk');
  return new AlipaySdk({
    appId,
    gateway,
    timeout: answerWithin,
    keyType: 'PKCS8',
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })).trim(),
    ...(certificates
      ? {
          appCertContent: certificates.app,
          alipayPublicCertContent: theirs.text,
          alipayRootCertContent: certificates.root,
        }
      : { alipayPublicKey: String(theirs.key.export({ type: 'spki', format: 'pem' })).trim() }),
  });
}

/** Sends a request; when this throws, the outcome is unknown. */
export async function askAlipay(
  keys: AlipayKeys,
  method: string,
  { content, notifyUrl }: Asking,
): Promise<Said> {
  const sdk = await openAlipay(keys);
  const body = await sdk
    .exec(
      method,
      { bizContent: content, timestamp: momentOf(new Date()), ...(notifyUrl && { notifyUrl }) },
      { validateSign: true },
    )
    .catch((error: unknown) => {
      throw new Error(`${method}: ${sentenceOf(error)}`);
    });
  const { code, subCode = '', subMsg = '', msg } = body;
  if (code === '10000') return { ok: true, body };
  if (code !== '40004' || String(subCode).endsWith('SYSTEM_ERROR'))
    throw new Error(`${code} ${subCode} ${subMsg || msg}${hintOf(String(subCode))}`);
  return { ok: false, code: String(subCode), message: String(subMsg) };
}

/** The address at which the browser pays; sends no request. */
export async function pageAddress(keys: AlipayKeys, method: string, asking: Asking): Promise<string> {
  const { content, notifyUrl, returnUrl } = asking;
  const sdk = await openAlipay(keys);
  return sdk.pageExecute(method, 'GET', {
    bizContent: content,
    notifyUrl,
    returnUrl,
    timestamp: momentOf(new Date()),
  });
}

/** Time in their format: Shanghai time, to the second. */
export function momentOf(at: Date): string {
  return secondKey(at.getTime());
}

/** The SDK's errors carry the whole response, which may name a buyer: only their message is used. */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const raw: unknown = error instanceof Error ? Reflect.get(error, 'responseDataRaw') : undefined;
  const code = typeof raw === 'string' ? (/"sub_code":"([\w.-]+)"/.exec(raw)?.[1] ?? '') : '';
  if (code !== '') return `${code}${hintOf(code)}`;
  // A response in their format arrived, but its signature is not theirs.
  return typeof raw === 'string' && raw.includes('_response"')
    ? '应答不是支付宝的：签名不正确（请检查 ALIPAY_PUBLIC_KEY）'
    : message.slice(0, 200);
}

function hintOf(code: string): string {
  if (code.includes('invalid-signature') || code.includes('missing-signature'))
    return '（请检查 ALIPAY_PRIVATE_KEY）';
  return code.includes('app-id') || code.includes('app_id') ? '（请检查 ALIPAY_APP_ID）' : '';
}
