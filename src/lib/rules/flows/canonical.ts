/**
 * Canonical JSON (RFC 8785, for whole numbers): keys in the order of their UTF-16 units, nothing between the signs, so that
 * equal values are equal texts and have one hash on every machine.
 */

export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

/** Throws RangeError for a number that is not whole, and for what JSON does not have. */
export function canonical(value: Plain): string {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
    return String(value);
  }
  if (value === null || typeof value !== 'object') {
    const text: string | undefined = JSON.stringify(value);
    if (text === undefined) throw new RangeError('not a value of JSON');
    return text;
  }
  if (isList(value)) return `[${value.map(canonical).join(',')}]`;
  const pairs = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`);
  return `{${pairs.join(',')}}`;
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}
