import { pricesByRank } from '#lib/rules/money/rank-price.ts';
import { ladderPrice } from '#lib/rules/promotions/pricing.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { leastPurchase } from '#lib/rules/terms/quantity.ts';
import { dayNumber, nearExpiry, nearExpiryWarehouse } from '#lib/rules/terms/shelf-life.ts';
import { type Column, IdTable, numberAt } from './columns.ts';
import { Numbers } from './dictionary.ts';
import { Gates } from './filters.ts';
import type { IndexedGoods } from './indexed-rows.ts';
import type { Products } from './products.ts';

/** Number of ranks that a company may have, 0 upwards. */
const rankCount = 6;

/** Items that are never offered. */
const never = -1;

/** Numbers stored next to each other for each item. */
export const factsEach = 4;

/** Their order: see {@link GoodsTable.facts}. */
export const goodsFact = { offeredUntil: 0, expiryDay: 1, merchant: 2, sales: 3 } as const;

/** Hard limits of an item; most have none. */
export interface Limits {
  limitQuantity: number;
  dayLimit: number;
  weekLimit: number;
}

/** Columns for bulk queries over items, one array each, with room for later items. */
export class GoodsTable {
  /** The initial ones are in ascending order. */
  readonly ids: Int32Array;
  readonly places: IdTable;
  /** Index of the product. */
  readonly products: Int32Array;
  readonly warehouses: Uint16Array;
  readonly stocks: Int32Array;
  readonly packSteps: Int32Array;
  readonly minQuantities: Int32Array;
  readonly isControlled: Uint8Array;
  readonly isPreferred: Uint8Array;
  /** Creation time, seconds since 1970. */
  readonly createdSeconds: Int32Array;
  /** List price, fen. */
  readonly listPrices: Int32Array;
  /** Fen a piece, one column a rank: member price or list price, without ladder, promotion or agreement. */
  readonly rankPrices: Int32Array[];
  /** Fen a piece by the ladder at the least purchase; 0 where the ladder has none. */
  readonly ladderPrices: Int32Array;
  /** Number of its gate. */
  readonly gates: Int32Array;
  /**
   * Facts that every list reads of each item, next to each other: the last day (since 1970) of sale, which is that of
   * its lot and of its merchant's licences, or `never` for an item that is off the shelf; the last day of its lot; the
   * merchant's number among `merchantNumbers` × 2, plus 1 where stock covers the least purchase; sales.
   */
  readonly facts: Int32Array;
  readonly merchantNumbers = new Numbers<number>();
  /** The gates that the numbers in `gates` stand for. */
  readonly gateNumbers: Gates;
  readonly limits = new Map<number, Limits>();
  /** How many there are. */
  count = 0;
  private readonly catalogue: Products;
  /** By merchant: the last day on which all of its licences are valid; null = without end. */
  private readonly papersUntil: ReadonlyMap<number, string | null>;

  /** An empty table with room for `room` rows. */
  constructor(products: Products, room: number, papersUntil: ReadonlyMap<number, string | null>) {
    this.catalogue = products;
    this.papersUntil = papersUntil;
    this.ids = new Int32Array(room);
    this.places = new IdTable(this.ids);
    this.products = new Int32Array(room);
    this.warehouses = new Uint16Array(room);
    this.stocks = new Int32Array(room);
    this.packSteps = new Int32Array(room);
    this.minQuantities = new Int32Array(room);
    this.isControlled = new Uint8Array(room);
    this.isPreferred = new Uint8Array(room);
    this.createdSeconds = new Int32Array(room);
    this.listPrices = new Int32Array(room);
    this.rankPrices = Array.from({ length: rankCount }, () => new Int32Array(room));
    this.ladderPrices = new Int32Array(room);
    this.gates = new Int32Array(room);
    this.gateNumbers = new Gates(products.scopeNames);
    this.facts = new Int32Array(room * factsEach);
  }

  /** Appends a row of the product at an index. False when there is no room. */
  add(row: IndexedGoods, product: number): boolean {
    const place = this.count;
    if (place === this.ids.length) return false;
    this.count = place + 1;
    this.put(place, row, product);
    this.places.add(row.id, place);
    return true;
  }

  /** The id of the item at an index. */
  idAt(place: number): number {
    return this.ids[place] ?? 0;
  }

  /** The index of the product of the item at an index; -1 for none. */
  productAt(place: number): number {
    return this.products[place] ?? -1;
  }

  /** The merchant of the item at an index; 0 for none. */
  merchantAt(place: number): number {
    const number = numberAt(this.merchantsInStock, place);
    return number === undefined ? 0 : (this.merchantNumbers.values[number >> 1] ?? 0);
  }

  /** Whether the stock of the item at an index covers the least purchase. */
  isInStock(place: number): boolean {
    return (this.factAt(place, goodsFact.merchant) & 1) === 1;
  }

  /** Sales of the item at an index. */
  salesAt(place: number): number {
    return this.factAt(place, goodsFact.sales);
  }

  /** The last day (since 1970) of the lot at an index. */
  expiryDayAt(place: number): number {
    return this.factAt(place, goodsFact.expiryDay);
  }

  private factAt(place: number, nth: number): number {
    return this.facts[place * factsEach + nth] ?? 0;
  }

  /** The merchant's number × 2, plus 1 where stock covers the least purchase. */
  get merchantsInStock(): Column {
    return { numbers: this.facts, each: factsEach, nth: goodsFact.merchant };
  }

  /** Fen a piece for companies of a rank; a rank beyond the last pays as the last. */
  pricesOf(rank: number): Int32Array {
    return this.rankPrices[Math.min(rank, rankCount - 1)] ?? this.listPrices;
  }

  /** The facts that lists depend on, of the item at an index: if the text changes, lists may contain other items. */
  private listedBy(place: number): string {
    const columns = [
      this.products,
      this.warehouses,
      this.packSteps,
      this.minQuantities,
      this.isControlled,
      this.isPreferred,
      this.gates,
    ];
    const facts = [goodsFact.offeredUntil, goodsFact.expiryDay].map((nth) => this.factAt(place, nth));
    return [...columns.map((column) => column[place]), ...facts, this.merchantAt(place)].join();
  }

  /**
   * Applies a changed row. `isListed`: lists may now have other items, or another order; an item that sells out stays
   * where it is until the page is rendered for another reason, one that is back moves to the front. `isCounted`: counts
   * next to lists may have changed.
   */
  change(place: number, row: IndexedGoods): { isListed: boolean; isCounted: boolean } {
    const [before, wasInStock] = [this.listedBy(place), this.isInStock(place)];
    this.put(place, row, this.productAt(place));
    const isInStock = this.isInStock(place);
    const isListed = this.listedBy(place) !== before || (!wasInStock && isInStock);
    return { isListed, isCounted: isListed || wasInStock !== isInStock };
  }

  /** Whether the item may be sold on a day (since 1970; today by default), to any caller. */
  isOffered(place: number, today = shanghaiDay(Date.now())): boolean {
    return (this.facts[place * factsEach + goodsFact.offeredUntil] ?? never) >= today;
  }

  /** The warehouse from which an item is sold on a day: near its end a lot is among the near-expiry ones. */
  warehouseAt(place: number, today: number): number {
    const isNear = this.expiryDayAt(place) - today <= nearExpiry.moveDays;
    return isNear ? nearExpiryWarehouse : (this.warehouses[place] ?? 0);
  }

  private lastDay({ isOnShelf, expiryDay, merchantId }: IndexedGoods): number {
    if (!isOnShelf || expiryDay === null) return never;
    const papers = this.papersUntil.get(merchantId) ?? null;
    return papers === null ? expiryDay : Math.min(expiryDay, dayNumber(papers));
  }

  /** Writes a row of the product at an index into its place. */
  private put(place: number, row: IndexedGoods, product: number): void {
    this.ids[place] = row.id;
    this.products[place] = product;
    const merchant = this.merchantNumbers.number(row.merchantId);
    this.warehouses[place] = row.warehouseId;
    this.stocks[place] = row.stock;
    this.packSteps[place] = row.packStep;
    this.minQuantities[place] = row.minQuantity;
    const least = leastPurchase(row);
    const { facts } = this;
    const first = place * factsEach;
    facts[first + goodsFact.offeredUntil] = this.lastDay(row);
    facts[first + goodsFact.expiryDay] = row.expiryDay ?? 0;
    facts[first + goodsFact.merchant] = merchant * 2 + (row.stock >= least ? 1 : 0);
    facts[first + goodsFact.sales] = row.sales;
    this.isControlled[place] = row.isControlled ? 1 : 0;
    this.isPreferred[place] = row.isPreferred ? 1 : 0;
    this.createdSeconds[place] = Math.floor(row.createdAt / 1000);
    this.listPrices[place] = row.price;
    const ofRanks = pricesByRank(row, rankCount);
    for (let rank = 0; rank < rankCount; rank++) {
      const column = this.rankPrices[rank];
      if (column !== undefined) column[place] = Math.min(row.price, ofRanks[rank] ?? row.price);
    }
    const ladder = row.ladder.length > 0 ? { kind: row.ladderType, tiers: row.ladder } : null;
    this.ladderPrices[place] = ladderPrice(ladder, least) ?? 0;
    this.gates[place] = this.gateNumbers.number(this.catalogue.scopeAt(product), merchant, row);
    const { limitQuantity, dayLimit, weekLimit } = row;
    if (limitQuantity > 0 || dayLimit > 0 || weekLimit > 0)
      this.limits.set(place, { limitQuantity, dayLimit, weekLimit });
    else this.limits.delete(place);
  }

  /** Applies stock changes by orders; selling out is announced with the item itself. */
  changeStock(place: number, stock: number, sales: number): void {
    this.stocks[place] = stock;
    this.facts[place * factsEach + goodsFact.sales] = sales;
  }
}
