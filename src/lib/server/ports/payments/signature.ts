/**
 * The signatures of the 模拟收银台's protocol, HMAC-SHA256 as payment providers use it: over the sorted values for the
 * address that a browser opens, over the bytes as sent for messages between the two sides.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '../../core/process/env.ts';

type Values = Record<string, string>;

/** The header that carries the signature of a body. */
export const signatureHeader = 'sandbox-signature';

/** A separate key, derived from the site's secret: neither reveals the other. */
function key(): Buffer {
  return createHmac('sha256', env().AUTH_SECRET ?? '')
    .update('sandbox payment counter')
    .digest();
}

function canonical(values: Values): string {
  return Object.keys(values)
    .filter((name) => name !== 'sign')
    .sort()
    .map((name) => `${name}=${encodeURIComponent(values[name] ?? '')}`)
    .join('&');
}

function isRight(given: string, bytes: Uint8Array | string): boolean {
  const own = createHmac('sha256', key()).update(bytes).digest();
  const theirs = Buffer.from(given, 'hex');
  return theirs.length === own.length && timingSafeEqual(theirs, own);
}

/** The values with their signature. */
export function signed(values: Values): Values {
  return { ...values, sign: createHmac('sha256', key()).update(canonical(values)).digest('hex') };
}

/** True when `sign` belongs to the other values. */
export function isSigned(values: Values): boolean {
  return isRight(values.sign ?? '', canonical(values));
}

/** The signature of a body. It can never equal that of an address: a body begins differently. */
export function signBody(raw: Uint8Array): string {
  return createHmac('sha256', key()).update('body\n').update(raw).digest('hex');
}

/** The signature of a response. It covers the request's signature, so that a response fits no other request. */
export function signAnswer(raw: Uint8Array, question: string): string {
  return createHmac('sha256', key()).update(`answer\n${question}\n`).update(raw).digest('hex');
}

/** True when the signature belongs to exactly these bytes as the response to the request with that signature. */
export function isSignedAnswer(raw: Uint8Array, question: string, signature: string | null): boolean {
  return isRight(signature ?? '', Buffer.concat([Buffer.from(`answer\n${question}\n`), raw]));
}

/** True when the signature belongs to exactly these bytes. */
export function isSignedBody(raw: Uint8Array, signature: string | null): boolean {
  return isRight(signature ?? '', Buffer.concat([Buffer.from('body\n'), raw]));
}
