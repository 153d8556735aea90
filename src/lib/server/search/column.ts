/** One of several numbers that stand side by side of each thing: among a million things the way to the memory is what costs. */
export interface Column {
  readonly numbers: Int32Array;
  /** How many stand side by side, and which of them is meant. */
  readonly each: number;
  readonly nth: number;
}

/** The number of the thing at a place; undefined where there is none. */
export function numberAt({ numbers, each, nth }: Column, place: number): number | undefined {
  return numbers[place * each + nth];
}

/** Those of the first `count` things, in a row. */
export function numbersOf(column: Column, count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, place) => numberAt(column, place) ?? -1);
}
