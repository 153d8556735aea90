/**
 * Parts of responses whose JSON is already in memory as bytes, so that shared parts are not serialized for each
 * response.
 */

/** A JSON text in memory: the first bytes of a buffer up to `head`, and those between `from` and `to`. */
export interface CachedText {
  bytes: Buffer;
  head: number;
  from: number;
  to: number;
}

const texts = new WeakMap<object, CachedText>();

/**
 * Symbol under which an {@link asWritten} object holds its JSON bytes. With thousands a second, a WeakMap would be too
 * slow.
 */
const ownText = Symbol('text');

/** Sets the JSON of an object. The object must not be changed afterwards. */
export function cacheText<T extends object>(value: T, bytes: Buffer): T {
  texts.set(value, { bytes, head: bytes.byteLength, from: 0, to: 0 });
  return value;
}

const comma = Buffer.from(',');

/**
 * A text as long-lived bytes in a buffer of their own, after other bytes where there are any. Small buffers share a
 * pool of 8 KB, and a cached one would hold the whole pool in memory.
 */
export function bytesToCache(text: string, before?: Buffer): Buffer {
  const from = before?.byteLength ?? 0;
  const bytes = Buffer.allocUnsafeSlow(from + Buffer.byteLength(text));
  before?.copy(bytes);
  bytes.write(text, from);
  return bytes;
}

function stringOf({ bytes, head, from, to }: CachedText): string {
  return bytes.toString('utf8', 0, head) + bytes.toString('utf8', from, to);
}

/** Parses a text at the first access. */
class Unread<T extends object> implements ProxyHandler<T> {
  private readonly text: CachedText;
  private isRead = false;

  constructor(text: CachedText) {
    this.text = text;
  }

  private read(target: T): T {
    if (!this.isRead) Object.assign(target, JSON.parse(stringOf(this.text)));
    this.isRead = true;
    return target;
  }

  get(target: T, key: PropertyKey): unknown {
    if (key === ownText) return this.text;
    return Reflect.get(this.read(target), key);
  }

  has(target: T, key: PropertyKey): boolean {
    return Reflect.has(this.read(target), key);
  }

  ownKeys(target: T): (string | symbol)[] {
    return Reflect.ownKeys(this.read(target));
  }

  getOwnPropertyDescriptor(target: T, key: PropertyKey): PropertyDescriptor | undefined {
    return Reflect.getOwnPropertyDescriptor(this.read(target), key);
  }

  /** Read-only: the object must equal its text. */
  set(): boolean {
    return false;
  }
}

/** The object of a JSON text: serialized as the text, and parsed only at the first access. */
export function asWritten<T extends object>(text: CachedText): T {
  const unread: T = Object.create(Object.prototype);
  return new Proxy(unread, new Unread<T>(text));
}

/**
 * An envelope as JSON, in UTF-8. Cached texts are looked for in its data, in the fields of these, and in lists there,
 * no deeper.
 */
export function jsonOf(answer: unknown): Buffer<ArrayBuffer> {
  const parts: Piece[] = [];
  let text = '';
  let size = 0;
  function add(bytes: Buffer, from = 0, to = bytes.byteLength): void {
    parts.push({ bytes, from, to });
    size += to - from;
  }
  function flush(): void {
    if (text === ',') add(comma);
    else if (text !== '') add(Buffer.from(text));
    text = '';
  }
  function write(value: unknown, depth: number): void {
    const cached = cachedOf(value);
    if (cached !== undefined) {
      flush();
      add(cached.bytes, 0, cached.head);
      if (cached.to > cached.from) add(cached.bytes, cached.from, cached.to);
    } else if (depth === 0 || typeof value !== 'object' || value === null || 'toJSON' in value)
      text += JSON.stringify(value) ?? 'null';
    else if (!Array.isArray(value)) writeFields(value, depth);
    else if (!value.some((item) => cachedOf(item) !== undefined)) text += JSON.stringify(value);
    else {
      text += '[';
      for (let at = 0; at < value.length; at++) {
        if (at > 0) text += ',';
        write(value[at], 0);
      }
      text += ']';
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
  flush();
  return joined(parts, size);
}

interface Piece {
  bytes: Buffer;
  from: number;
  to: number;
}

function joined(parts: readonly Piece[], size: number): Buffer<ArrayBuffer> {
  const all = Buffer.allocUnsafe(size);
  let at = 0;
  for (const { bytes, from, to } of parts) at += bytes.copy(all, at, from, to);
  return all;
}

function cachedOf(value: unknown): CachedText | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const own: CachedText | undefined = Reflect.get(value, ownText);
  return own ?? texts.get(value);
}
