/**
 * Evidence of reading: tokens with the text and the time, signed by HMAC-SHA256. The server issues them and reads them
 * back.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '../core/process/env.ts';

/** A text that was handed out: the person, the text and the time in ms. */
interface ReadingToken {
  company: number;
  user: string;
  /** 0: the platform. */
  merchant: number;
  kind: string;
  hash: string;
  at: number;
}

/** The end of these texts was read, at `at` (ms); each with the moment at which it was handed out. */
export interface ReadingProof {
  company: number;
  user: string;
  at: number;
  read: { merchant: number; kind: string; hash: string; from: number }[];
}

type Purpose = 'reading' | 'read';
interface Texts {
  reading: ReadingToken;
  read: ReadingProof;
}

/** A key of its own for each purpose, derived from the site's secret. */
function macOf(purpose: Purpose, text: string): Buffer {
  const key = createHmac('sha256', env().AUTH_SECRET ?? '')
    .update(`contract ${purpose}`)
    .digest();
  return createHmac('sha256', key).update(text).digest();
}

export function writeEvidence<P extends Purpose>(purpose: P, data: Texts[P]): string {
  const text = Buffer.from(JSON.stringify(data)).toString('base64url');
  return `${text}.${macOf(purpose, text).toString('base64url')}`;
}

/** The content of a token of that purpose; null for anything that the server did not sign. */
export function readEvidence<P extends Purpose>(purpose: P, token: string): Texts[P] | null {
  const [text = '', mac = ''] = token.split('.');
  const given = Buffer.from(mac, 'base64url');
  const own = macOf(purpose, text);
  if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
  // Signed above, so it has the shape that `writeEvidence` has written.
  const data: Texts[P] = JSON.parse(Buffer.from(text, 'base64url').toString());
  return data;
}
