import { placeOf } from './int-list.ts';

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
