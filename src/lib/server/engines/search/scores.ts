/**
 * How well products match a search, 0 not at all; and the list of matching ones, so that no caller walks over a million
 * to find twenty. The arrays are reused: the creator gives one back after reading it, or leaves it to the garbage
 * collector.
 */
import { IntList } from './columns.ts';

/** How well a product matches a search, 0 not at all. A better match comes before a better seller. */
export const relevance = {
  indication: 1,
  maker: 2,
  shelf: 3,
  spec: 3,
  brand: 4,
  inName: 5,
  namePrefix: 6,
  exact: 7,
} as const;

/** Zeroed arrays for reuse. */
const spare: Scores[] = [];
const mostSpare = 16;

export class Scores {
  /** By index of the product. */
  readonly of: Uint8Array;
  private readonly touched = new IntList();

  private constructor(size: number) {
    this.of = new Uint8Array(size);
  }

  /** Nothing found yet, among so many products. */
  static empty(size: number): Scores {
    const at = spare.findLastIndex((one) => one.of.length === size);
    const [found] = at < 0 ? [] : spare.splice(at, 1);
    return found ?? new Scores(size);
  }

  /** How many products match. */
  get count(): number {
    return this.touched.length;
  }

  /** The indexes of the matching products, unordered. */
  get places(): Int32Array {
    return this.touched.numbers;
  }

  /** Raises a product's score to at least `score`. */
  raise(place: number, score: number): void {
    const known = this.of[place] ?? 0;
    if (known === 0 && score > 0) this.touched.push(place);
    if (known < score) this.of[place] = score;
  }

  /** Returns the array for reuse. */
  giveBack(): void {
    const { places, of } = this;
    if (places.length * 8 > of.length) of.fill(0);
    else for (let at = 0; at < places.length; at++) of[places[at] ?? 0] = 0;
    this.touched.length = 0;
    if (spare.length >= mostSpare) spare.shift();
    spare.push(this);
  }
}
