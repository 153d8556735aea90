/** What the buyer says to merchants: to all of them, and to each. Kept for the visit, so that a refresh loses nothing. */
import { map } from 'nanostores';
import { joinRemarks } from '#lib/rules/orders/remarks.ts';

const key = 'yp-remarks';

/** Text by order key; that of '' goes to all. */
export const $remarks = map<Record<string, string>>({});

/** The key of what goes to all merchants. */
export const toAll = '';

/** Brings back what was written before a refresh. */
export function recallRemarks(): void {
  const texts = storedTexts();
  // Boxes are not drawn anew for nothing: that would take away what was typed before the page came to life.
  if (Object.keys(texts).length > 0 || Object.keys($remarks.get()).length > 0) $remarks.set(texts);
}

function storedTexts(): Record<string, string> {
  try {
    const known: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return isTexts(known) ? { ...known } : {};
  } catch {
    // What cannot be read was not written by this shop: nothing was written then.
    return {};
  }
}

export function setRemark(orderKey: string, text: string): void {
  $remarks.setKey(orderKey, text);
  sessionStorage.setItem(key, JSON.stringify($remarks.get()));
}

export function forgetRemarks(): void {
  sessionStorage.removeItem(key);
}

/** What each of these orders says. */
export function remarksOf(keys: readonly string[]): Record<string, string> {
  const texts = $remarks.get();
  return Object.fromEntries(
    keys.flatMap((one) => {
      const text = joinRemarks(texts[toAll] ?? '', texts[one] ?? '');
      return text === '' ? [] : [[one, text]];
    }),
  );
}

function isTexts(known: unknown): known is Record<string, string> {
  return (
    typeof known === 'object' &&
    known !== null &&
    Object.values(known).every((text) => typeof text === 'string')
  );
}
