/** The row of an id. Ascending ids need only their own column: binary search. */
export class IdTable {
  private readonly ids: Int32Array;
  /** How many ids from the start are ascending. */
  private sorted = 0;
  private readonly others = new Map<number, number>();

  /** `ids` is the column; it is filled before `add` is called. */
  constructor(ids: Int32Array) {
    this.ids = ids;
  }

  /** The next row has this id; a known id moves to this row. */
  add(id: number, place: number): void {
    const isNext = place === this.sorted && (place === 0 || (this.ids[place - 1] ?? 0) < id);
    if (isNext) this.sorted = place + 1;
    else this.others.set(id, place);
  }

  get(id: number): number | undefined {
    const other = this.others.size > 0 ? this.others.get(id) : undefined;
    if (other !== undefined) return other;
    // Without gaps below it, an id is as far from the first as it is larger. With gaps it is before that.
    const last = Math.min(this.sorted - 1, id - (this.ids[0] ?? 0));
    if (last >= 0 && this.ids[last] === id) return last;
    const place = placeOf(this.ids, id, last);
    return place < 0 ? undefined : place;
  }
}

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

/**
 * One of several numbers stored next to each other for each thing: among a million things memory access is the cost.
 */
export interface Column {
  readonly numbers: Int32Array;
  /** How many numbers each thing has, and which one is meant. */
  readonly each: number;
  readonly nth: number;
}

/** The number of the thing at an index; undefined where there is none. */
export function numberAt({ numbers, each, nth }: Column, place: number): number | undefined {
  return numbers[place * each + nth];
}

/** The numbers of the first `count` things, in a row. */
export function numbersOf(column: Column, count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, place) => numberAt(column, place) ?? -1);
}
