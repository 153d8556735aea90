/** Parts of answers whose JSON is at hand as bytes: what is the same for many is not written anew for each. */

interface Kept {
  head: Buffer;
  /** What comes after it. */
  tail: string;
}

const texts = new WeakMap<object, Kept>();

/** Says what an object is as JSON: bytes, and what comes after them. It must not be changed afterwards. */
export function keepText<T extends object>(value: T, head: Buffer, tail = ''): T {
  texts.set(value, { head, tail });
  return value;
}

/**
 * An envelope as JSON, in UTF-8. Kept texts are looked for in its data, in the fields of these, and in lists there, no
 * deeper.
 */
export function jsonOf(answer: unknown): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  let text = '';
  function write(value: unknown, depth: number): void {
    const kept = keptOf(value);
    if (kept !== undefined) {
      if (text !== '') parts.push(Buffer.from(text));
      parts.push(kept.head);
      text = kept.tail;
    } else if (depth === 0 || typeof value !== 'object' || value === null || 'toJSON' in value)
      text += JSON.stringify(value) ?? 'null';
    else if (!Array.isArray(value)) writeFields(value, depth);
    else if (!value.some((item) => keptOf(item) !== undefined)) text += JSON.stringify(value);
    else
      for (const [at, item] of value.entries()) {
        text += at === 0 ? '[' : ',';
        write(item, 0);
        if (at === value.length - 1) text += ']';
      }
  }
  function writeFields(value: object, depth: number): void {
    let before = '{';
    for (const [key, part] of Object.entries(value)) {
      if (part === undefined) continue;
      text += `${before}${JSON.stringify(key)}:`;
      write(part, depth - 1);
      before = ',';
    }
    text += before === '{' ? '{}' : '}';
  }
  write(answer, 4);
  if (parts.length === 0) return Buffer.from(text);
  return Buffer.concat([...parts, Buffer.from(text)]);
}

function keptOf(value: unknown): Kept | undefined {
  return typeof value === 'object' && value !== null ? texts.get(value) : undefined;
}
