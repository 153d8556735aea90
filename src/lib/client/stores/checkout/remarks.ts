/**
 * The buyer's remarks to merchants: to all of them, and to each. Stored for the session, so that a refresh loses
 * nothing.
 */
import { map } from 'nanostores';
import { joinRemarks } from '#lib/rules/orders/remarks.ts';

const key = 'yp-remarks';

/** Text by order key; '' is for all. */
export const $remarks = map<Record<string, string>>({});

/** The key of the remark to all merchants. */
export const toAll = '';

/** Restores the remarks after a refresh. */
export function recallRemarks(): void {
  const texts = storedTexts();
  // Avoids a needless re-render: that would remove text typed before hydration.
  if (Object.keys(texts).length > 0 || Object.keys($remarks.get()).length > 0) $remarks.set(texts);
}

function storedTexts(): Record<string, string> {
  try {
    const known: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return isTexts(known) ? { ...known } : {};
  } catch {
    // An unreadable value was not written by this shop: there are no remarks then.
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

/** The remark of each of these orders. */
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
