/** Items that are the same drug: the same product at other merchants, and other makers' of the same name and spec. */
import { LRUCache } from 'lru-cache';
import type { GoodsTable } from './goods-table.ts';
import type { Groups } from './groups.ts';
import type { Products } from './products.ts';

/** The lowest of any number of numbers, ascending, limited in count. */
export class Lowest {
  readonly numbers: number[] = [];
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  add(number: number): void {
    const { numbers, most } = this;
    if (numbers.length === most && number >= (numbers[most - 1] ?? Number.NEGATIVE_INFINITY)) return;
    let at = numbers.length;
    while (at > 0 && (numbers[at - 1] ?? 0) > number) at--;
    numbers.splice(at, 0, number);
    if (numbers.length > most) numbers.pop();
  }
}

/** Bounds of the parts of one sort number: 1 bit, 24 and 27. */
const mostSold = 2 ** 24 - 1;
const placesEach = 2 ** 27;

/** How many items of a drug are cached in order while none is added or removed: sales alone reorder them. */
const mostCached = 64;
const restMs = 30_000;

interface Best {
  listed: number;
  today: number;
  until: number;
  /** Positions, best first. */
  places: readonly number[];
  /** Whether these are all items of the drug. */
  isWhole: boolean;
}

export class SameDrug {
  private readonly goods: GoodsTable;
  private readonly goodsOf: Groups;
  private readonly products: Products;
  private readonly cached = new LRUCache<number, Best>({ max: 5_000 });

  constructor(goods: GoodsTable, goodsOf: Groups, products: Products) {
    this.goods = goods;
    this.goodsOf = goodsOf;
    this.products = products;
  }

  /**
   * Positions of items offered on a day that are the same drug as the given item: its own product first; in stock and
   * most sold first. `listed` changes when items are added, removed or sold out.
   */
  find(place: number, limit: number, today: number, listed: number): number[] {
    const { goods } = this;
    const product = goods.productAt(place);
    // One more than wanted: the item itself may be among them.
    const found = this.ranked([product], limit + 1, today).filter((at) => at !== place);
    if (found.length < limit) {
      const isOther = (at: number) => goods.productAt(at) !== product;
      const best = this.bestOf(product, today, listed);
      const others = best.places.filter(isOther);
      found.push(
        ...(best.isWhole || found.length + others.length >= limit
          ? others
          : this.othersOf(product, limit, today)),
      );
    }
    return found.slice(0, limit);
  }

  private othersOf(product: number, limit: number, today: number): number[] {
    const others = this.products.groups.sameDrug(product).filter((one) => one !== product);
    return this.ranked(others, limit, today);
  }

  private bestOf(product: number, today: number, listed: number): Best {
    const { products } = this;
    const drug = products.groups.drugAt(product);
    const known = this.cached.get(drug);
    const now = Date.now();
    if (known !== undefined && known.listed === listed && known.today === today && now < known.until)
      return known;
    const places = this.ranked(products.groups.sameDrug(product), mostCached, today);
    const best = { listed, today, until: now + restMs, places, isWhole: places.length < mostCached };
    this.cached.set(drug, best);
    return best;
  }

  private ranked(products: readonly number[], limit: number, today: number): number[] {
    const { goods, goodsOf } = this;
    // Stock, sales and position in one number each; of thousands only a few are cached.
    const best = new Lowest(limit);
    for (const product of products)
      goodsOf.each(product, (at) => {
        if (!goods.isOffered(at, today)) return;
        const isOut = Number(!goods.isInStock(at));
        const sold = Math.min(goods.salesAt(at), mostSold);
        best.add((isOut * (mostSold + 1) + (mostSold - sold)) * placesEach + at);
      });
    return best.numbers.map((key) => key % placesEach);
  }
}
