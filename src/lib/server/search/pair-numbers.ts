/** More than there are of anything in a catalogue. */
const most = 2 ** 26;

/** Numbers for pairs of numbers, in the order in which they come up. */
export class PairNumbers {
  private readonly numbers = new Map<number, number>();

  /** How many pairs have come up. */
  get count(): number {
    return this.numbers.size;
  }

  /** The number of a pair, each of which is below 2^26; a new one gets the next number. */
  number(one: number, other: number): number {
    const key = one * most + other;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(key, number);
    }
    return number;
  }
}
