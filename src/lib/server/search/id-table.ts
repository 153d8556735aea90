import { placeOf } from './int-list.ts';

/** Where the row of an id stands. Ids that come ascending need no more than their own column: they are halved. */
export class IdTable {
  private readonly ids: Int32Array;
  /** As many from the beginning on are ascending. */
  private sorted = 0;
  private readonly others = new Map<number, number>();

  /** `ids` is the column; it is filled before a place is told here. */
  constructor(ids: Int32Array) {
    this.ids = ids;
  }

  /** The row at the place after the last one has this id; an id that is known stands there from now on. */
  add(id: number, place: number): void {
    const isNext = place === this.sorted && (place === 0 || (this.ids[place - 1] ?? 0) < id);
    if (isNext) this.sorted = place + 1;
    else this.others.set(id, place);
  }

  get(id: number): number | undefined {
    const other = this.others.size > 0 ? this.others.get(id) : undefined;
    if (other !== undefined) return other;
    // No id is left out below it: it stands as far from the first as it is larger. Otherwise before that.
    const last = Math.min(this.sorted - 1, id - (this.ids[0] ?? 0));
    if (last >= 0 && this.ids[last] === id) return last;
    const place = placeOf(this.ids, id, last);
    return place < 0 ? undefined : place;
  }
}
