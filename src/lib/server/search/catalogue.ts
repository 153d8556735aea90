import type { StockNow } from '../bus/channels.ts';
import type { CategoryRow } from '../repos/categories.ts';
import type { IndexedGoods, PromotedGoods } from '../repos/goods.ts';
import type { MerchantFacts } from '../repos/merchants.ts';
import { CategoryTree } from './category-tree.ts';
import { GoodsTable } from './goods-table.ts';
import type { Products } from './products.ts';

/** A goods' part in an activity, with the times between which it holds. */
export interface Promotion extends Omit<PromotedGoods, 'startsAt' | 'endsAt'> {
  startsAt: number;
  endsAt: number;
}

/** What a sort goes by when nothing is searched for; the places of all goods, best first. */
export type Order = 'sale' | 'new' | 'expiry';

/** The whole catalogue in memory: everything a list, a search or a suggestion asks before it reads a page of rows. */
export class Catalogue {
  readonly builtAt = Date.now();
  /** Counts what was taken over since. */
  version = 0;
  readonly products: Products;
  readonly goods: GoodsTable;
  readonly tree: CategoryTree;
  readonly merchants: ReadonlyMap<number, MerchantFacts>;
  /** Promotions by goods id. */
  readonly promotions = new Map<number, Promotion[]>();
  /** Places of the goods of each product. */
  readonly goodsOf: number[][];
  /** Places of goods that a merchant sells in several specs, by family, merchant and warehouse. */
  private readonly variantPlaces = new Map<string, number[]>();
  /** The first day's goods are the house's stock, not its news. */
  readonly openedAt: number;
  private orders: Partial<Record<Order, Int32Array>> = {};
  private ordersSince = 0;

  constructor(
    products: Products,
    rows: readonly IndexedGoods[],
    categories: readonly CategoryRow[],
    merchants: readonly MerchantFacts[],
    promoted: readonly PromotedGoods[],
  ) {
    this.products = products;
    this.tree = new CategoryTree(categories);
    this.merchants = new Map(merchants.map((merchant) => [merchant.id, merchant]));
    const papersUntil = new Map(merchants.map((one) => [one.id, one.papersUntil]));
    this.goods = new GoodsTable(products, this.tree, rows, papersUntil);
    this.goodsOf = Array.from({ length: products.count }, () => []);
    for (let place = 0; place < this.goods.count; place++)
      this.goodsOf[this.goods.productAt(place)]?.push(place);
    for (let place = 0; place < this.goods.count; place++) {
      const key = this.variantKey(place);
      if (key === null) continue;
      const list = this.variantPlaces.get(key);
      if (list) list.push(place);
      else this.variantPlaces.set(key, [place]);
    }
    for (const row of promoted) {
      const { startsAt, endsAt, ...rest } = row;
      const list = this.promotions.get(row.goodsId) ?? [];
      list.push({ ...rest, startsAt: startsAt.getTime(), endsAt: endsAt.getTime() });
      this.promotions.set(row.goodsId, list);
    }
    this.openedAt = rows.reduce(
      (least, row) => Math.min(least, row.createdAt.getTime()),
      Number.MAX_SAFE_INTEGER,
    );
  }

  /**
   * Takes changed rows over. Answers what that changes: nothing but the goods themselves, the lists that they are in, or
   * everything, when one of them needs a new index (a new goods, a changed product).
   */
  refresh(rows: readonly IndexedGoods[]): 'goods' | 'lists' | 'all' {
    this.version++;
    let reach: 'goods' | 'lists' = 'goods';
    for (const row of rows) {
      const place = this.goods.places.get(row.id);
      const product = this.products.places.get(row.productId);
      if (place === undefined || product === undefined) return 'all';
      if (this.goods.products[place] !== product || this.products.hashes[product] !== row.productHash)
        return 'all';
      if (this.goods.change(place, row)) reach = 'lists';
    }
    // Sorting anew for each order placed would cost more than being half a minute behind in the order of best sellers.
    if (Date.now() - this.ordersSince > 30_000) this.orders = {};
    return reach;
  }

  /** All goods, best first: most sold, newest, latest expiry. */
  order(by: Order): Int32Array {
    const known = this.orders[by];
    if (known !== undefined) return known;
    const { sales, createdAt, expiryDays, count } = this.goods;
    const keyOf = {
      sale: (place: number) => sales[place] ?? 0,
      new: (place: number) => Math.floor((createdAt[place] ?? 0) / 1000),
      expiry: (place: number) => expiryDays[place] ?? 0,
    }[by];
    // Key and tie in one number each, so that the platform's own sort of numbers does the work.
    const bestSellers = by === 'sale' ? Int32Array.from({ length: count }, (_, i) => i) : this.order('sale');
    const scale = 2 ** Math.ceil(Math.log2(count + 1));
    const keys = new Float64Array(count);
    for (let i = 0; i < count; i++) keys[i] = keyOf(bestSellers[i] ?? -1) * scale + (scale - 1 - i);
    keys.sort().reverse();
    const places = Int32Array.from(keys, (key) => bestSellers[scale - 1 - (key % scale)] ?? -1);
    this.orders[by] = places;
    this.ordersSince = Date.now();
    return places;
  }

  /**
   * Ids of the goods offered on a day that are this one in another spec (djg, 选择规格), itself among them: the same
   * family, merchant and warehouse. Empty for unknown goods.
   */
  variants(goodsId: number, today: number): number[] {
    const place = this.goods.places.get(goodsId);
    if (place === undefined) return [];
    const key = this.variantKey(place);
    const places = (key === null ? undefined : this.variantPlaces.get(key)) ?? [place];
    return places
      .filter((at) => at === place || this.goods.isOffered(at, today))
      .map((at) => this.goods.idAt(at));
  }

  /**
   * Ids of goods offered on a day that are the same drug: first the very product at other merchants, then other makers' of
   * the same name and spec; in stock and much sold first. Empty for unknown goods.
   */
  sameDrug(goodsId: number, limit: number, today: number): number[] {
    const { goods, products } = this;
    const place = goods.places.get(goodsId);
    if (place === undefined) return [];
    const own = goods.productAt(place);
    return products
      .sameDrug(own)
      .flatMap((product) => this.goodsOf[product] ?? [])
      .filter((at) => at !== place && goods.isOffered(at, today))
      .map((at) => ({
        id: goods.idAt(at),
        isOther: goods.productAt(at) === own ? 0 : 1,
        isOut: (goods.stocks[at] ?? 0) < (goods.packSteps[at] ?? 0) ? 1 : 0,
        sales: goods.sales[at] ?? 0,
      }))
      .sort((a, b) => a.isOther - b.isOther || a.isOut - b.isOut || b.sales - a.sales || a.id - b.id)
      .slice(0, limit)
      .map(({ id }) => id);
  }

  /** Takes over what orders have taken out of the stock; whether it is sold out is told with the goods itself. */
  changeStocks(all: readonly StockNow[]): void {
    for (const { goodsId, stock, sales } of all) {
      const place = this.goods.places.get(goodsId);
      if (place === undefined) continue;
      this.goods.stocks[place] = stock;
      this.goods.sales[place] = sales;
    }
  }

  private variantKey(place: number): string | null {
    const family = this.products.families[this.goods.productAt(place)] ?? -1;
    return family < 0 ? null : `${family}:${this.goods.merchants[place]}:${this.goods.warehouses[place]}`;
  }

  /** Promotions of a goods that run at `now`. */
  running(goodsId: number, now: number): Promotion[] {
    return (this.promotions.get(goodsId) ?? []).filter(
      ({ startsAt, endsAt }) => startsAt <= now && now < endsAt,
    );
  }
}
