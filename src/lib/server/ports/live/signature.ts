/**
 * Addresses of segments: whoever was allowed the playlist may fetch what it lists, for some minutes. A segment is checked
 * by its address alone, without a session and without the database.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { env } from '../../core/process/env.ts';

/** How long an address is good at least, ms. It is the same for all viewers of a while, so caches may share it. */
export const liveWindowMs = 10 * 60_000;
/** A replay may be paused over lunch. */
export const replayWindowMs = 6 * 3_600_000;

let known: { secret: string; key: Buffer } | undefined;

function keyOf(): Buffer {
  const secret = env().AUTH_SECRET ?? '';
  if (known?.secret !== secret)
    known = { secret, key: Buffer.from(hkdfSync('sha256', secret, '', 'live segment', 32)) };
  return known.key;
}

function signatureOf(roomId: number, file: string, until: string): Buffer {
  return createHmac('sha256', keyOf()).update(`${roomId}/${file}/${until}`).digest().subarray(0, 16);
}

/** The query of a file's address, good for `windowMs` at least and twice as long at most. */
export function signFile(roomId: number, file: string, now: Date, windowMs = liveWindowMs): string {
  const until = ((Math.floor(now.getTime() / windowMs) + 2) * windowMs).toString(36);
  return `e=${until}&s=${signatureOf(roomId, file, until).toString('base64url')}`;
}

/** The moment (ms) at which a signed address ends; null where it is not signed, for another room or file, or over. */
export function signedUntil(roomId: number, file: string, query: URLSearchParams, now: Date): number | null {
  const until = query.get('e') ?? '';
  const given = Buffer.from(query.get('s') ?? '', 'base64url');
  if (!/^[0-9a-z]{6,10}$/.test(until)) return null;
  const right = signatureOf(roomId, file, until);
  if (given.byteLength !== right.byteLength || !timingSafeEqual(given, right)) return null;
  const end = Number.parseInt(until, 36);
  return end > now.getTime() ? end : null;
}
