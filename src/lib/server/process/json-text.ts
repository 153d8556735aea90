/** Parts of answers whose JSON is at hand as bytes: what is the same for many is not written anew for each. */

/** Bytes one after the other. */
type Kept = readonly Buffer[];

const texts = new WeakMap<object, Kept>();

/** Says what an object is as JSON: bytes, in pieces one after the other. It must not be changed afterwards. */
export function keepText<T extends object>(value: T, ...pieces: Buffer[]): T {
  texts.set(value, pieces);
  return value;
}

const comma = Buffer.from(',');

/**
 * A text as bytes that stay: in memory of their own. Small buffers share a piece of 8 KB with whatever else is written
 * just then, and one that is kept keeps all of it.
 */
export function bytesToKeep(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** Reads a text when it is first looked into. */
class Unread<T extends object> implements ProxyHandler<T> {
  private pieces: Kept | null;

  constructor(pieces: Kept) {
    this.pieces = pieces;
  }

  private read(target: T): T {
    if (this.pieces !== null) Object.assign(target, JSON.parse(Buffer.concat(this.pieces).toString()));
    this.pieces = null;
    return target;
  }

  get(target: T, key: PropertyKey): unknown {
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

  /** It says what its text says. */
  set(): boolean {
    return false;
  }
}

/** The object that a text (in pieces) says: written as the text, and read from it only when somebody looks into it. */
export function asWritten<T extends object>(...pieces: Buffer[]): T {
  const unread: T = Object.create(Object.prototype);
  return keepText(new Proxy(unread, new Unread<T>(pieces)), ...pieces);
}

/**
 * An envelope as JSON, in UTF-8. Kept texts are looked for in its data, in the fields of these, and in lists there, no
 * deeper.
 */
export function jsonOf(answer: unknown): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  let text = '';
  let bytes = 0;
  function add(piece: Buffer): void {
    parts.push(piece);
    bytes += piece.byteLength;
  }
  function flush(): void {
    if (text === ',') add(comma);
    else if (text !== '') add(Buffer.from(text));
    text = '';
  }
  function write(value: unknown, depth: number): void {
    const kept = keptOf(value);
    if (kept !== undefined) {
      flush();
      for (const piece of kept) add(piece);
    } else if (depth === 0 || typeof value !== 'object' || value === null || 'toJSON' in value)
      text += JSON.stringify(value) ?? 'null';
    else if (!Array.isArray(value)) writeFields(value, depth);
    else if (!value.some((item) => keptOf(item) !== undefined)) text += JSON.stringify(value);
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
  return Buffer.concat(parts, bytes);
}

function keptOf(value: unknown): Kept | undefined {
  return typeof value === 'object' && value !== null ? texts.get(value) : undefined;
}
