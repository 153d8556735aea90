/** All items in the sort orders of lists. */
import { inSlices } from '../../core/process/pace.ts';
import type { GoodsTable } from './goods-table.ts';

/** Sort keys without a search; the others order equals as the first one does. */
const orders = ['sale', 'new', 'expiry'] as const;
export type Order = (typeof orders)[number];

/** Positions best first, and the rank of each position. */
export interface Ranked {
  places: Int32Array;
  ranks: Int32Array;
}

type Sorted = Pick<GoodsTable, 'count' | 'ids' | 'salesAt' | 'createdSeconds' | 'expiryDayAt'>;
type Made = Partial<Record<Order, Ranked>>;

/** Sorting for each order placed would cost more than a delay of up to about 35 seconds. */
const restMs = 30_000;
/** More new items than this are sorted with all the others. */
const fewGoods = 8;

export class Orders {
  private readonly goods: Sorted;
  private made: Made = {};
  private since = 0;
  /** Being built next to other work; the old orders are used until all are complete. */
  private making: Made | null = null;

  constructor(goods: Sorted) {
    this.goods = goods;
  }

  /** Most sold, newest, latest expiry; among equals the best seller. */
  of(by: Order): Ranked {
    const known = this.made[by];
    if (known !== undefined) return known;
    if (by !== 'sale') this.of('sale');
    const steps = this.make(by);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  /** Builds an order next to the existing ones; the one by sales comes first. Pauses between its steps. */
  *make(by: Order, made = this.made): Generator<void, Ranked> {
    this.since = Date.now();
    const { count, ids } = this.goods;
    // A copy: new items are inserted between the steps.
    const base = made.sale?.places.slice(0, count) ?? Int32Array.from({ length: count }, (_, i) => i);
    // Room for new items.
    const places = new Int32Array(ids.length);
    yield* sortDown(base, (place) => this.keyOf(by, place), places);
    const ranks = new Int32Array(ids.length);
    const ranked = { places, ranks };
    for (let rank = 0; rank < count; rank++) ranks[places[rank] ?? 0] = rank;
    // Items added meanwhile.
    for (let place = count; place < this.goods.count; place++) this.insert(by, ranked, place);
    made[by] = ranked;
    return ranked;
  }

  private keyOf(by: Order, place: number): number {
    const { goods } = this;
    if (by === 'sale') return goods.salesAt(place);
    return by === 'new' ? (goods.createdSeconds[place] ?? 0) : goods.expiryDayAt(place);
  }

  /** Items have changed: outdated orders are rebuilt, and used until that is done. */
  recordChanges(): void {
    if (this.making === null && Date.now() - this.since > restMs) void this.remake(this.made, {});
  }

  private async remake(old: Made, made: Made): Promise<void> {
    this.making = made;
    for (const by of orders) if (old[by] !== undefined) await inSlices(this.make(by, made));
    // Otherwise more items were added meanwhile than are inserted one by one.
    if (this.made === old) this.made = made;
    this.making = null;
  }

  /** The last items of the table are new. */
  append(many: number): void {
    if (many > fewGoods) {
      this.made = {};
      return;
    }
    const { count } = this.goods;
    for (const made of [this.made, this.making ?? {}])
      for (const by of orders) {
        const ranked = made[by];
        if (ranked === undefined) continue;
        for (let place = count - many; place < count; place++) this.insert(by, ranked, place);
      }
  }

  /** Inserts the item at a position; items before it in the table precede it among equals. */
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
/** Items between which sorting may pause. */
const portion = 8_192;

/** Sorts `places` by key, descending and stable: by the lower half of the key, then by the upper. */
function* sortDown(
  places: Int32Array,
  keyOf: (place: number) => number,
  into: Int32Array,
): Generator<void, void> {
  const count = places.length;
  const keys = new Int32Array(count);
  const half = new Int32Array(count);
  const [low, high] = [new Int32Array(digits + 1), new Int32Array(digits + 1)];
  for (let from = 0; from < count; from += portion) {
    const end = Math.min(count, from + portion);
    for (let i = from; i < end; i++) {
      const key = highest - Math.min(highest, Math.max(0, keyOf(places[i] ?? 0)));
      keys[i] = key;
      const [lower, upper] = [(key & (digits - 1)) + 1, (key >> 16) + 1];
      low[lower] = (low[lower] ?? 0) + 1;
      high[upper] = (high[upper] ?? 0) + 1;
    }
    yield;
  }
  for (const counts of [low, high])
    for (let digit = 1; digit <= digits; digit++)
      counts[digit] = (counts[digit] ?? 0) + (counts[digit - 1] ?? 0);
  for (let from = 0; from < count; from += portion) {
    const end = Math.min(count, from + portion);
    for (let i = from; i < end; i++) {
      const digit = (keys[i] ?? 0) & (digits - 1);
      const free = low[digit] ?? 0;
      half[free] = i;
      low[digit] = free + 1;
    }
    yield;
  }
  for (let from = 0; from < count; from += portion) {
    const end = Math.min(count, from + portion);
    for (let i = from; i < end; i++) {
      const of = half[i] ?? 0;
      const digit = (keys[of] ?? 0) >> 16;
      const free = high[digit] ?? 0;
      into[free] = places[of] ?? 0;
      high[digit] = free + 1;
    }
    yield;
  }
}
