/** The connection to a provider: sends a form, receives JSON. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { NoAnswer } from '../payments/port.ts';
import { answerWithin } from './port.ts';

/**
 * Sends a form; returns the received JSON. Throws `NoAnswer` for a timeout, a status other than 200, or invalid JSON.
 */
export async function sendForm(
  provider: { key: string },
  address: string,
  form: Record<string, string>,
): Promise<unknown> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithin),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  } catch (error) {
    throw new NoAnswer(provider, error);
  }
}

/** MD5 as 32 lower-case hex digits. */
export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/** Compares signatures in constant time. */
export function isSame(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/** A Shanghai time in providers' formats (2026-11-23 10:00:00, also with slashes); null for anything else. */
export function findMoment(text: string): Date | null {
  const found = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(text.trim());
  if (found === null) return null;
  const [, year = '', ...rest] = found;
  const [month = '', day = '', hour = '', minute = '', second = '0'] = rest.map((part) =>
    (part ?? '0').padStart(2, '0'),
  );
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second.padStart(2, '0')}+08:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}
