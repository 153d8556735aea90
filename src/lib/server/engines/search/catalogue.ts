import type { MerchantFacts, PromotedGoods } from '../../catalogue/rows.ts';
import type { StockNow } from '../../core/bus/channels.ts';
import type { CategoryTree } from './category-tree.ts';
import type { GoodsTable } from './goods-table.ts';
import { Groups } from './groups.ts';
import type { IndexedGoods, IndexedProduct } from './indexed-rows.ts';
import { type Order, Orders } from './orders.ts';
import type { Products } from './products.ts';
import { SameDrug } from './same-drug.ts';

/** An item's part in an activity, with its period. */
export interface Promotion extends Omit<PromotedGoods, 'startsAt' | 'endsAt'> {
  startsAt: number;
  endsAt: number;
}

/**
 * The effect of changed rows: only the items themselves, the lists that contain them, everything that shows items (new
 * ones, changed products), or that there is no room for them here.
 */
export type Reach = 'goods' | 'lists' | 'everything' | 'none';

/** The whole catalogue in memory: everything a list, a search or a suggestion needs before it reads a page of rows. */
export class Catalogue {
  readonly builtAt = Date.now();
  /** Counts changes applied since the build. */
  version = 0;
  /** Counts changes of the items that lists find, and of the counts next to them. */
  listed = 0;
  readonly products: Products;
  readonly goods: GoodsTable;
  readonly tree: CategoryTree;
  readonly merchants: ReadonlyMap<number, MerchantFacts>;
  /** Promotions by item id. */
  readonly promotions = new Map<number, Promotion[]>();
  /** Positions of the items of each product. */
  readonly goodsOf: Groups;
  /** Items of the first day are the initial stock, not news. */
  readonly openedAt: number;
  readonly orders: Orders;
  private readonly alike: SameDrug;

  constructor(
    products: Products,
    goods: GoodsTable,
    tree: CategoryTree,
    merchants: readonly MerchantFacts[],
    promoted: readonly PromotedGoods[],
  ) {
    this.products = products;
    this.goods = goods;
    this.tree = tree;
    this.merchants = new Map(merchants.map((merchant) => [merchant.id, merchant]));
    this.goodsOf = new Groups(goods.products.subarray(0, goods.count), products.count);
    this.orders = new Orders(goods);
    this.alike = new SameDrug(goods, this.goodsOf, products);
    for (const row of promoted) {
      const { startsAt, endsAt, ...rest } = row;
      const list = this.promotions.get(row.goodsId) ?? [];
      list.push({ ...rest, startsAt: startsAt.getTime(), endsAt: endsAt.getTime() });
      this.promotions.set(row.goodsId, list);
    }
    let least = Number.MAX_SAFE_INTEGER;
    for (let place = 0; place < goods.count; place++)
      least = Math.min(least, goods.createdSeconds[place] ?? least);
    this.openedAt = least * 1000;
  }

  /** Applies changed and new rows, with the rows of their products. */
  refresh(rows: readonly IndexedGoods[], productRows: readonly IndexedProduct[]): Reach {
    this.version++;
    let reach: Reach = 'goods';
    for (const row of productRows) {
      const before = this.products.places.get(row.id);
      if (before !== undefined && this.products.isSame(before, row)) continue;
      if (!this.products.add(row)) return 'none';
      if (before !== undefined) this.moveGoods(before, this.products.count - 1);
      reach = 'everything';
    }
    const known = this.goods.count;
    let isCounted = false;
    for (const row of rows) {
      const product = this.products.places.get(row.productId);
      const place = this.goods.places.get(row.id);
      if (product === undefined) return 'none';
      if (place === undefined) {
        if (!this.goods.add(row, product)) return 'none';
        this.goodsOf.add(product, this.goods.count - 1);
        continue;
      }
      // An item that changed its product is a new item, and the index cannot remove the old one.
      if (this.goods.productAt(place) !== product) return 'none';
      const change = this.goods.change(place, row);
      if (change.isListed && reach === 'goods') reach = 'lists';
      isCounted ||= change.isCounted;
    }
    const added = this.goods.count - known;
    this.orders.append(added);
    this.orders.recordChanges();
    if (added > 0) reach = 'everything';
    if (isCounted || reach !== 'goods') this.listed++;
    return reach;
  }

  private moveGoods(from: number, to: number): void {
    for (const place of this.goodsOf.of(from)) this.goods.products[place] = to;
    this.goodsOf.move(from, to);
  }

  /** Positions of all items, best first: most sold, newest, latest expiry. */
  order(by: Order): Int32Array {
    return this.orders.of(by).places.subarray(0, this.goods.count);
  }

  /**
   * Ids of items offered on a day that are this one in another spec (djg, 选择规格), itself included: the same family,
   * merchant and warehouse. Empty for unknown items.
   */
  variants(goodsId: number, today: number): number[] {
    const { goods, products } = this;
    const own = goods.places.get(goodsId);
    if (own === undefined) return [];
    const places: number[] = [];
    for (const product of products.groups.family(goods.productAt(own)))
      for (const at of this.goodsOf.of(product)) {
        const isAlike =
          goods.merchantAt(at) === goods.merchantAt(own) && goods.warehouses[at] === goods.warehouses[own];
        if (at === own || (isAlike && goods.isOffered(at, today))) places.push(at);
      }
    return places.sort((a, b) => a - b).map((at) => goods.idAt(at));
  }

  /**
   * Ids of items offered on a day that are the same drug: first the same product at other merchants, then other makers'
   * of the same name and spec; in stock and most sold first. Empty for unknown items.
   */
  sameDrug(goodsId: number, limit: number, today: number): number[] {
    const place = this.goods.places.get(goodsId);
    if (place === undefined) return [];
    return this.alike.find(place, limit, today, this.listed).map((at) => this.goods.idAt(at));
  }

  /** Applies stock changes by orders; selling out is announced with the item itself. */
  changeStocks(all: readonly StockNow[]): void {
    for (const { goodsId, stock, sales } of all) {
      const place = this.goods.places.get(goodsId);
      if (place !== undefined) this.goods.changeStock(place, stock, sales);
    }
  }

  /** Promotions of an item that run at `now`; those for newcomers only if requested. */
  running(goodsId: number, now: number, isNewcomer = false): Promotion[] {
    return (this.promotions.get(goodsId) ?? []).filter(
      ({ startsAt, endsAt, isForNewcomers }) =>
        startsAt <= now && now < endsAt && (isNewcomer || !isForNewcomers),
    );
  }
}
