/** Parts of answers whose text is at hand: what is the same for many is not written anew for each. */

const texts = new WeakMap<object, string>();

/** Says which text an object has as JSON. It must not be changed afterwards. */
export function keepText<T extends object>(value: T, text: string): T {
  texts.set(value, text);
  return value;
}

/** An envelope as JSON. Kept texts are looked for in its data, in the fields of these, and in lists there, no deeper. */
export function jsonOf(answer: unknown): string {
  return textOf(answer, 4);
}

function textOf(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const kept = texts.get(value);
  if (kept !== undefined) return kept;
  if (depth === 0 || 'toJSON' in value) return JSON.stringify(value);
  if (Array.isArray(value)) {
    if (!value.some(isKept)) return JSON.stringify(value);
    return `[${value.map((item) => textOf(item, 0)).join(',')}]`;
  }
  const fields: string[] = [];
  for (const [key, part] of Object.entries(value))
    if (part !== undefined) fields.push(`${JSON.stringify(key)}:${textOf(part, depth - 1)}`);
  return `{${fields.join(',')}}`;
}

function isKept(value: unknown): boolean {
  return typeof value === 'object' && value !== null && texts.has(value);
}
