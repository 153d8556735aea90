/** All goods in the orders that lists are sorted by. */
import type { GoodsTable } from './goods-table.ts';

/** What a sort goes by when nothing is searched for. */
export type Order = 'sale' | 'new' | 'expiry';

/** Places best first, and at which of them each place stands. */
export interface Ranked {
  places: Int32Array;
  ranks: Int32Array;
}

/** Sorting anew for each order placed would cost more than being half a minute behind in the order of best sellers. */
const restMs = 30_000;
/** More new goods than these are sorted in with all the others. */
const fewGoods = 8;

export class Orders {
  private readonly goods: GoodsTable;
  private made: Partial<Record<Order, Ranked>> = {};
  private since = 0;

  constructor(goods: GoodsTable) {
    this.goods = goods;
  }

  /** Most sold, newest, latest expiry; among equals the best seller. */
  of(by: Order): Ranked {
    const known = this.made[by];
    if (known !== undefined) return known;
    const { count, ids } = this.goods;
    const base = by === 'sale' ? Int32Array.from({ length: count }, (_, i) => i) : this.of('sale').places;
    // Room for those that come.
    const places = new Int32Array(ids.length);
    sortDown(base.subarray(0, count), (place) => this.keyOf(by, place), places);
    const ranks = new Int32Array(ids.length);
    for (let rank = 0; rank < count; rank++) ranks[places[rank] ?? 0] = rank;
    const ranked = { places, ranks };
    this.made[by] = ranked;
    this.since = Date.now();
    return ranked;
  }

  private keyOf(by: Order, place: number): number {
    const { sales, createdAt, expiryDays } = this.goods;
    if (by === 'sale') return sales[place] ?? 0;
    return by === 'new' ? Math.floor((createdAt[place] ?? 0) / 1000) : (expiryDays[place] ?? 0);
  }

  /** Goods have changed: what is old is made anew when it is asked for. */
  noteChanges(): void {
    if (Date.now() - this.since > restMs) this.made = {};
  }

  /** The last goods of the table are new. */
  append(many: number): void {
    if (many > fewGoods) {
      this.made = {};
      return;
    }
    const { count } = this.goods;
    for (const by of ['sale', 'new', 'expiry'] as const) {
      const ranked = this.made[by];
      if (ranked === undefined) continue;
      for (let place = count - many; place < count; place++) this.insert(by, ranked, place);
    }
  }

  /** Puts the goods at a place, with as many before it in the table, where it belongs. */
  private insert(by: Order, { places, ranks }: Ranked, place: number): void {
    const key = this.keyOf(by, place);
    let low = 0;
    let high = place;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.keyOf(by, places[middle] ?? 0) >= key) low = middle + 1;
      else high = middle;
    }
    places.copyWithin(low + 1, low, place);
    places[low] = place;
    for (let rank = low; rank <= place; rank++) ranks[places[rank] ?? 0] = rank;
  }
}

const digits = 1 << 16;
const highest = 2 ** 31 - 1;

/** Puts `places` in the order of their keys, the largest first, equal ones as they are: by the lower half of the key, then by the upper. */
function sortDown(places: Int32Array, keyOf: (place: number) => number, into: Int32Array): void {
  const count = places.length;
  const keys = new Int32Array(count);
  const [low, high] = [new Int32Array(digits + 1), new Int32Array(digits + 1)];
  for (let i = 0; i < count; i++) {
    const key = highest - Math.min(highest, Math.max(0, keyOf(places[i] ?? 0)));
    keys[i] = key;
    const [lower, upper] = [(key & (digits - 1)) + 1, (key >> 16) + 1];
    low[lower] = (low[lower] ?? 0) + 1;
    high[upper] = (high[upper] ?? 0) + 1;
  }
  for (const counts of [low, high])
    for (let digit = 1; digit <= digits; digit++)
      counts[digit] = (counts[digit] ?? 0) + (counts[digit - 1] ?? 0);
  const half = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const digit = (keys[i] ?? 0) & (digits - 1);
    const free = low[digit] ?? 0;
    half[free] = i;
    low[digit] = free + 1;
  }
  for (let i = 0; i < count; i++) {
    const from = half[i] ?? 0;
    const digit = (keys[from] ?? 0) >> 16;
    const free = high[digit] ?? 0;
    into[free] = places[from] ?? 0;
    high[digit] = free + 1;
  }
}
