/** A word that texts are compared with, as they stand packed and as they do not. */
export interface Sought {
  text: string;
  bytes: Uint8Array;
}

/** A word as {@link Texts} compares it. */
export const sought = (text: string): Sought => ({ text, bytes: Buffer.from(text) });

/** Texts between which packing may rest. */
const portion = 1_024;

/**
 * Texts by number. Those that are packed stand in UTF-8 one behind the other: each as a text of its own takes twice as
 * much, and as long again whenever memory is cleared up.
 */
export class Texts {
  /** Those that are not packed: all, or what came later. */
  private list: string[] = [];
  private bytes = Buffer.alloc(0);
  /** Where each packed one begins, and at the end of all. */
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

  /** Packs what is there, once; rests between its steps. */
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

  /** The text of a number; empty for a number that none has. */
  at(id: number): string {
    const { packedCount } = this;
    if (id >= packedCount) return this.list[id - packedCount] ?? '';
    return this.bytes.toString('utf8', this.starts[id], this.starts[id + 1]);
  }

  /** Whether the text of a number holds a word. */
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

  /** Whether the text of a number is this one. */
  is(id: number, word: Sought): boolean {
    if (id >= this.packedCount) return this.at(id) === word.text;
    return (this.starts[id + 1] ?? 0) - (this.starts[id] ?? 0) === word.bytes.length && this.holds(id, word);
  }
}
