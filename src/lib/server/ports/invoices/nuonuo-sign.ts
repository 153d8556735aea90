/** 诺诺's signature of a request: base64 of HMAC-SHA1 over its values and the body exactly as it is sent. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Values of the address and the body that a signature covers. */
export interface NuonuoSigned {
  key: string;
  senid: string;
  /** Eight digits. */
  nonce: string;
  /** Seconds. */
  timestamp: string;
  body: string;
}

/** The header X-Nuonuo-Sign. The path /open/v1/services is part of it as a, l and p. */
export function signNuonuo(secret: string, { key, senid, nonce, timestamp, body }: NuonuoSigned): string {
  const text = `a=services&l=v1&p=open&k=${key}&i=${senid}&n=${nonce}&t=${timestamp}&f=${body}`;
  return createHmac('sha1', secret).update(text).digest('base64');
}

/** True when the signature belongs to exactly these values and bytes. */
export function isNuonuoSigned(secret: string, signed: NuonuoSigned, given: string): boolean {
  const [own, theirs] = [signNuonuo(secret, signed), given].map((text) => Buffer.from(text, 'base64'));
  return own !== undefined && theirs?.length === own.length && timingSafeEqual(theirs, own);
}
