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
