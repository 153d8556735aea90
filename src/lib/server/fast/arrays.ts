/** Lists as PostgreSQL reads them: the driver looks at each element for what it may be, which for ids is a lot of work. */

/** Whole numbers, for a parameter that is an `int[]`. Throws RangeError for anything else. */
export function intArray(values: readonly number[]): string {
  for (const value of values)
    if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
  return `{${values.join(',')}}`;
}

/** Texts, for a parameter that is a `text[]`. */
export function textArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
