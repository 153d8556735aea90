/**
 * How well products answer a search, 0 not at all; and which do, so that nobody walks over a million to find twenty. The
 * arrays are used again: whoever made one gives it back when it is read, or leaves it to be forgotten.
 */
import { IntList } from './int-list.ts';

/** Arrays of zeros that wait to be used again. */
const spare: Scores[] = [];
const mostSpare = 16;

export class Scores {
  /** By place of the product. */
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

  /** How many products answer. */
  get count(): number {
    return this.touched.length;
  }

  /** The places of those that answer, in no order. */
  get places(): Int32Array {
    return this.touched.numbers;
  }

  /** A product answers at least so well. */
  raise(place: number, score: number): void {
    const known = this.of[place] ?? 0;
    if (known === 0 && score > 0) this.touched.push(place);
    if (known < score) this.of[place] = score;
  }

  /** Not read any more. */
  giveBack(): void {
    const { places, of } = this;
    if (places.length * 8 > of.length) of.fill(0);
    else for (let at = 0; at < places.length; at++) of[places[at] ?? 0] = 0;
    this.touched.length = 0;
    if (spare.length >= mostSpare) spare.shift();
    spare.push(this);
  }
}
