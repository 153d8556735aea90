/** Items found by a list, in order: only the part that is read is sorted. */
import type { Ranked } from './orders.ts';

/** A list of positions that is read by page. */
export interface Places {
  readonly length: number;
  slice(from: number, to: number): ArrayLike<number> & Iterable<number>;
}

/** Bits of a key for the rank within its class: more than 100 million goods. */
const rankBits = 27;
const rankMask = (1 << rankBits) - 1;
/** Largest number of classes. */
export const classes = 16;
/** Shorter lists are sorted completely. */
const few = 1_000;

/** A number that sorts by class, 0 first, then by rank. */
export function keyOf(number: number, rank: number): number {
  return number * (1 << rankBits) + rank;
}

/** Goods by their keys, made by {@link keyOf}. */
export class Sorted implements Places {
  private readonly keys: Int32Array;
  private readonly placeOf: (rank: number) => number;
  private isSorted = false;

  constructor(keys: Int32Array, placeOf: (rank: number) => number) {
    this.keys = keys;
    this.placeOf = placeOf;
  }

  get length(): number {
    return this.keys.length;
  }

  slice(from: number, to: number): Int32Array {
    const { keys } = this;
    const end = Math.min(to, keys.length);
    if (from >= end) return new Int32Array(0);
    if (!this.isSorted && keys.length > few && end - from < few) {
      part(keys, 0, keys.length, from);
      part(keys, from, keys.length, end);
      keys.subarray(from, end).sort();
    } else if (!this.isSorted) {
      keys.sort();
      this.isSorted = true;
    }
    return keys.slice(from, end).map((key) => this.placeOf(key & rankMask));
  }
}

/** Partitions a span: no number before `at` is larger than any number from there on. */
function part(numbers: Int32Array, from: number, to: number, at: number): void {
  let [low, high] = [from, to - 1];
  while (low < high && at > low && at <= high) {
    const middle = numbers[(low + high) >> 1] ?? 0;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((numbers[left] ?? 0) < middle) left++;
      while ((numbers[right] ?? 0) > middle) right--;
      if (left > right) break;
      const swapped = numbers[left] ?? 0;
      numbers[left] = numbers[right] ?? 0;
      numbers[right] = swapped;
      left++;
      right--;
    }
    if (at <= right) high = right;
    else if (at >= left) low = left;
    else return;
  }
}

/** `counts` items of one class after the other, each in the order of a ranking: found by walking through it. */
export class Walked implements Places {
  readonly length: number;
  private readonly counts: readonly number[];
  private readonly ranked: Ranked;
  private readonly total: number;
  private readonly classOf: (place: number) => number;
  private readonly isUp: boolean;

  /**
   * `counts` has the number of items per class; `classOf` returns -1 for items without one. `isUp` begins at the end.
   */
  constructor(
    counts: readonly number[],
    ranked: Ranked,
    total: number,
    classOf: (place: number) => number,
    isUp: boolean,
  ) {
    this.counts = counts;
    this.ranked = ranked;
    this.total = total;
    this.classOf = classOf;
    this.isUp = isUp;
    this.length = counts.reduce((sum, count) => sum + count, 0);
  }

  slice(from: number, to: number): number[] {
    const found: number[] = [];
    let begin = 0;
    for (const [number, count] of this.counts.entries()) {
      if (begin < to && begin + count > from)
        this.walk(number, Math.max(0, from - begin), Math.min(count, to - begin), found);
      begin += count;
    }
    return found;
  }

  /** Items of a class, from the first to the second index within it. */
  private walk(number: number, from: number, to: number, found: number[]): void {
    let at = 0;
    for (let rank = 0; rank < this.total && at < to; rank++) {
      const place = this.ranked.places[this.isUp ? this.total - 1 - rank : rank] ?? -1;
      if (this.classOf(place) !== number) continue;
      if (at >= from) found.push(place);
      at++;
    }
  }
}
