/** A growing list of numbers in a typed array: a quarter of the memory of an ordinary list. */
export class IntList {
  private items = new Int32Array(16);
  length = 0;

  push(number: number): void {
    if (this.length === this.items.length) {
      const larger = new Int32Array(this.items.length * 2);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = number;
  }

  at(place: number): number {
    return this.items[place] ?? 0;
  }

  set(place: number, number: number): void {
    this.items[place] = number;
  }

  /** The current content; the next push may replace the array. */
  get numbers(): Int32Array {
    return this.items.subarray(0, this.length);
  }
}

/** Numbers in the smallest type that fits. */
export type Numbers = Int32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

/** Room for `length` numbers of at least 0 and below `bound`. */
export function numbersBelow(bound: number, length: number): Numbers {
  return bound <= 0x1_0000 ? new Uint16Array(length) : new Int32Array(length);
}

/** The index of a number among ascending ones, at most `last`; -1 where it is missing. */
export function placeOf(ascending: Int32Array, number: number, last = ascending.length - 1): number {
  let low = 0;
  let high = last;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = ascending[middle] ?? 0;
    if (found === number) return middle;
    if (found < number) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
