/** A word to compare texts with, in packed and unpacked form. */
export interface Sought {
  text: string;
  bytes: Uint8Array;
}

/** A word in the form for {@link Texts}. */
export const sought = (text: string): Sought => ({ text, bytes: Buffer.from(text) });

/** Texts between which packing may pause. */
const portion = 1_024;

/**
 * Texts by number. Packed ones are stored in UTF-8 one after the other: separate strings take twice the memory, and
 * twice the time of each garbage collection.
 */
export class Texts {
  /** Unpacked texts: all, or those added later. */
  private list: string[] = [];
  private bytes = Buffer.alloc(0);
  /** The start of each packed text, and the end of all. */
  private starts = new Int32Array(1);

  get length(): number {
    return this.packedCount + this.list.length;
  }

  private get packedCount(): number {
    return this.starts.length - 1;
  }

  push(text: string): void {
    this.list.push(text);
  }

  /** Packs the current texts, once; pauses between its steps. */
  *pack(): Generator<void, void> {
    const { list } = this;
    const starts = new Int32Array(list.length + 1);
    for (const [id, text] of list.entries()) {
      if (id % portion === 0) yield;
      starts[id + 1] = (starts[id] ?? 0) + Buffer.byteLength(text);
    }
    const bytes = Buffer.allocUnsafeSlow(starts[list.length] ?? 0);
    for (const [id, text] of list.entries()) {
      if (id % portion === 0) yield;
      bytes.write(text, starts[id] ?? 0);
    }
    this.list = [];
    this.bytes = bytes;
    this.starts = starts;
  }

  /** The text of a number; empty for an unknown number. */
  at(id: number): string {
    const { packedCount } = this;
    if (id >= packedCount) return this.list[id - packedCount] ?? '';
    return this.bytes.toString('utf8', this.starts[id], this.starts[id + 1]);
  }

  /** Whether the text of a number contains a word. */
  holds(id: number, { text, bytes: word }: Sought): boolean {
    if (id >= this.packedCount) return this.at(id).includes(text);
    const { bytes } = this;
    const last = (this.starts[id + 1] ?? 0) - word.length;
    for (let from = this.starts[id] ?? 0; from <= last; from++) {
      let length = 0;
      while (length < word.length && bytes[from + length] === word[length]) length++;
      if (length === word.length) return true;
    }
    return false;
  }

  /** Whether the text of a number equals the word. */
  is(id: number, word: Sought): boolean {
    if (id >= this.packedCount) return this.at(id) === word.text;
    return (this.starts[id + 1] ?? 0) - (this.starts[id] ?? 0) === word.bytes.length && this.holds(id, word);
  }
}
