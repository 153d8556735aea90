/**
 * Texts that recur in what is read, each created once. Their bytes are stored one after the other, and a hash table has
 * their positions: among millions of texts memory access is the cost.
 */
const most = 65_536;
const fewest = 256;
/** Of texts longer than three of these, the beginning, the middle, the end and the length are hashed. */
const hashed = 16;

export class KnownTexts {
  private readonly texts: string[] = [];
  /** The start of each text's bytes, and the end of all. */
  private starts = new Int32Array(fewest + 1);
  private bytes = new Uint8Array(fewest * 32);
  /** Hash and number + 1 of a text, side by side; twice as many places as there may be texts before it grows. */
  private table = new Int32Array(fewest * 4);

  /** The text of a span of bytes in UTF-8. */
  of(bytes: Buffer, from: number, to: number): string {
    if (from === to) return '';
    const hash = hashOf(bytes, from, to);
    const mask = this.table.length / 2 - 1;
    let slot = hash & mask;
    for (;;) {
      const number = (this.table[slot * 2 + 1] ?? 0) - 1;
      if (number < 0) break;
      if (this.table[slot * 2] === hash && this.isSpan(number, bytes, from, to))
        return this.texts[number] ?? '';
      slot = (slot + 1) & mask;
    }
    const text = bytes.toString('utf8', from, to);
    if (this.texts.length < most) this.add(text, hash, bytes, from, to);
    return text;
  }

  private isSpan(number: number, bytes: Buffer, from: number, to: number): boolean {
    let at = this.starts[number] ?? 0;
    if ((this.starts[number + 1] ?? 0) - at !== to - from) return false;
    const { bytes: known } = this;
    for (let of = from; of < to; of++) if (known[at++] !== bytes[of]) return false;
    return true;
  }

  private add(text: string, hash: number, bytes: Buffer, from: number, to: number): void {
    const number = this.texts.push(text) - 1;
    const begin = this.starts[number] ?? 0;
    const end = begin + to - from;
    if (end > this.bytes.length) this.bytes = longer(this.bytes, end);
    this.bytes.set(bytes.subarray(from, to), begin);
    if (number + 2 > this.starts.length) {
      const starts = new Int32Array(this.starts.length * 2);
      starts.set(this.starts);
      this.starts = starts;
    }
    this.starts[number + 1] = end;
    if (this.texts.length * 4 > this.table.length) this.grow();
    put(this.table, hash, number);
  }

  private grow(): void {
    const table = new Int32Array(this.table.length * 2);
    for (let slot = 0; slot < this.table.length; slot += 2) {
      const number = (this.table[slot + 1] ?? 0) - 1;
      if (number >= 0) put(table, this.table[slot] ?? 0, number);
    }
    this.table = table;
  }
}

function put(table: Int32Array, hash: number, number: number): void {
  const mask = table.length / 2 - 1;
  let slot = hash & mask;
  while (table[slot * 2 + 1] !== 0) slot = (slot + 1) & mask;
  table[slot * 2] = hash;
  table[slot * 2 + 1] = number + 1;
}

function longer(bytes: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(Math.max(least, bytes.length * 2));
  made.set(bytes);
  return made;
}

function hashOf(bytes: Buffer, from: number, to: number): number {
  const length = to - from;
  let hash = 0x811c9dc5 ^ length;
  if (length <= hashed * 3) hash = hashOn(hash, bytes, from, to);
  else {
    const middle = from + ((length - hashed) >> 1);
    for (const begin of [from, middle, to - hashed]) hash = hashOn(hash, bytes, begin, begin + hashed);
  }
  // The upper bits vary more than the lower ones.
  return hash ^ (hash >>> 15);
}

function hashOn(hash: number, bytes: Buffer, from: number, to: number): number {
  let on = hash;
  for (let at = from; at < to; at++) on = Math.imul(on ^ (bytes[at] ?? 0), 0x01000193);
  return on;
}
