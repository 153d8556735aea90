import { IntList } from './columns.ts';

const fewest = 64;

/** Numbers pairs of numbers in the order of their first use; a single number is a pair with 0. */
export class PairNumbers {
  /** Both numbers of each pair, next to each other. */
  private readonly pairs = new IntList();
  /** Hash table of pair number + 1, with linear probing; at least twice as many slots as pairs. */
  private table = new Int32Array(fewest);

  /** Number of pairs. */
  get count(): number {
    return this.pairs.length / 2;
  }

  /** The first of the pair with a number. */
  firstOf(number: number): number {
    return this.pairs.at(number * 2);
  }

  /** The number of a pair; a new pair gets the next number. */
  number(one: number, other = 0): number {
    const { pairs } = this;
    const mask = this.table.length - 1;
    let slot = hashOf(one, other) & mask;
    for (;;) {
      const number = (this.table[slot] ?? 0) - 1;
      if (number < 0) break;
      if (pairs.at(number * 2) === one && pairs.at(number * 2 + 1) === other) return number;
      slot = (slot + 1) & mask;
    }
    pairs.push(one);
    pairs.push(other);
    this.table[slot] = this.count;
    if (this.count * 2 > this.table.length) this.grow();
    return this.count - 1;
  }

  private grow(): void {
    const table = new Int32Array(this.table.length * 2);
    const mask = table.length - 1;
    for (let number = 0; number < this.count; number++) {
      let slot = hashOf(this.pairs.at(number * 2), this.pairs.at(number * 2 + 1)) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = number + 1;
    }
    this.table = table;
  }
}

function hashOf(one: number, other: number): number {
  const mixed = Math.imul(Math.imul(one, 0x9e3779b1) ^ other, 0x85ebca6b);
  // The upper bits vary more than the lower ones.
  return mixed ^ (mixed >>> 15);
}
