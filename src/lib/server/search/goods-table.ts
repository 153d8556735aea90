import { pricesByRank } from '#lib/rules/money/rank-price.ts';
import { ladderPrice } from '#lib/rules/promotions/pricing.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { leastPurchase } from '#lib/rules/terms/quantity.ts';
import { dayNumber, nearExpiry, nearExpiryWarehouse } from '#lib/rules/terms/shelf-life.ts';
import type { IndexedGoods } from '../repos/indexed.ts';
import { Numbers } from './dictionary.ts';
import { Gates } from './gates.ts';
import { IdTable } from './id-table.ts';
import type { Products } from './products.ts';

/** Ranks that a company may have, 0 upwards. */
const rankCount = 6;

/** Of goods that are not offered at all. */
const never = -1;

/** Numbers that stand side by side of each goods. */
export const factsEach = 4;

/** Hard limits of a goods; most have none. */
export interface Limits {
  limitQuantity: number;
  dayLimit: number;
  weekLimit: number;
}

/** What may be asked of goods in bulk, one column an array, with room for those that come later. */
export class GoodsTable {
  /** Those that were there first stand in the order of their ids. */
  readonly ids: Int32Array;
  readonly places: IdTable;
  /** Place of the product. */
  readonly products: Int32Array;
  readonly merchants: Int32Array;
  /** The same as numbers of `merchantNumbers`. */
  readonly merchantColumn: Int32Array;
  readonly warehouses: Uint16Array;
  readonly stocks: Int32Array;
  readonly packSteps: Int32Array;
  readonly minQuantities: Int32Array;
  /** 1: enough for the least purchase. */
  readonly inStock: Uint8Array;
  /** The last day (since 1970) on which it may be sold: that of its lot and of its merchant's papers; never for what is off the shelf. */
  readonly offeredUntil: Int32Array;
  readonly isControlled: Uint8Array;
  readonly isPreferred: Uint8Array;
  readonly expiryDays: Int32Array;
  readonly sales: Int32Array;
  readonly createdAt: Float64Array;
  /** List price, fen. */
  readonly listPrices: Int32Array;
  /** Fen a piece, one column a rank: member price or list price, without ladder, promotion or agreement. */
  readonly rankPrices: Int32Array[];
  /** Fen a piece that the ladder gives the least purchase; 0 where it gives none. */
  readonly ladderPrices: Int32Array;
  /** Number of its gate. */
  readonly gates: Int32Array;
  /**
   * What every list asks of each goods that it finds, side by side: last day offered, last day of the lot, merchant's
   * number × 2 + in stock, sales. Among a million goods the way to the memory is what costs.
   */
  readonly facts: Int32Array;
  readonly merchantNumbers = new Numbers<number>();
  /** What each number of `gates` stands for. */
  readonly gateNumbers: Gates;
  readonly limits = new Map<number, Limits>();
  /** How many there are. */
  count = 0;
  private readonly catalogue: Products;
  /** By merchant: the last day on which all of its papers hold; null = without end. */
  private readonly papersUntil: ReadonlyMap<number, string | null>;

  /** A table without rows, and room for so many. */
  constructor(products: Products, room: number, papersUntil: ReadonlyMap<number, string | null>) {
    this.catalogue = products;
    this.papersUntil = papersUntil;
    this.ids = new Int32Array(room);
    this.places = new IdTable(this.ids);
    this.products = new Int32Array(room);
    this.merchants = new Int32Array(room);
    this.merchantColumn = new Int32Array(room);
    this.warehouses = new Uint16Array(room);
    this.stocks = new Int32Array(room);
    this.packSteps = new Int32Array(room);
    this.minQuantities = new Int32Array(room);
    this.inStock = new Uint8Array(room);
    this.offeredUntil = new Int32Array(room);
    this.isControlled = new Uint8Array(room);
    this.isPreferred = new Uint8Array(room);
    this.expiryDays = new Int32Array(room);
    this.sales = new Int32Array(room);
    this.createdAt = new Float64Array(room);
    this.listPrices = new Int32Array(room);
    this.rankPrices = Array.from({ length: rankCount }, () => new Int32Array(room));
    this.ladderPrices = new Int32Array(room);
    this.gates = new Int32Array(room);
    this.gateNumbers = new Gates(products.scopeNames);
    this.facts = new Int32Array(room * factsEach);
  }

  /** Takes a row of the product at a place as the last one. False when there is no room for it. */
  add(row: IndexedGoods, product: number): boolean {
    const place = this.count;
    if (place === this.ids.length) return false;
    this.count = place + 1;
    this.put(place, row, product);
    this.places.add(row.id, place);
    return true;
  }

  /** The id of the goods at a place. */
  idAt(place: number): number {
    return this.ids[place] ?? 0;
  }

  /** The place of the product of the goods at a place; -1 where there are none. */
  productAt(place: number): number {
    return this.products[place] ?? -1;
  }

  /** The id of the merchant of the goods at a place. */
  merchantAt(place: number): number {
    return this.merchants[place] ?? 0;
  }

  /** Fen a piece for companies of a rank; a rank beyond the last pays as the last. */
  pricesOf(rank: number): Int32Array {
    return this.rankPrices[Math.min(rank, rankCount - 1)] ?? this.listPrices;
  }

  /** What lists go by, of the goods at a place: two texts that differ mean that lists have others in them. */
  private listedBy(place: number): string {
    const columns = [
      this.products,
      this.merchants,
      this.warehouses,
      this.packSteps,
      this.minQuantities,
      this.offeredUntil,
      this.isControlled,
      this.isPreferred,
      this.expiryDays,
      this.gates,
    ];
    return columns.map((column) => column[place]).join();
  }

  /**
   * Takes a changed row over. `isListed`: lists may have other goods in them, or in another order, now; one that sells out
   * stays where it is until the page is made anew for another reason, one that is back comes to the front. `isCounted`:
   * what is counted beside lists may be another number.
   */
  change(place: number, row: IndexedGoods): { isListed: boolean; isCounted: boolean } {
    const [before, wasInStock] = [this.listedBy(place), this.inStock[place]];
    this.put(place, row, this.productAt(place));
    const isListed = this.listedBy(place) !== before || (wasInStock === 0 && this.inStock[place] === 1);
    return { isListed, isCounted: isListed || wasInStock !== this.inStock[place] };
  }

  /** Whether goods may be sold on a day (since 1970; this one where none is given), to any caller. */
  isOffered(place: number, today = shanghaiDay(Date.now())): boolean {
    return (this.offeredUntil[place] ?? never) >= today;
  }

  /** The warehouse from which goods are sold on a day: near its end a lot stands with the near-expiry ones. */
  warehouseAt(place: number, today: number): number {
    const isNear = (this.expiryDays[place] ?? 0) - today <= nearExpiry.moveDays;
    return isNear ? nearExpiryWarehouse : (this.warehouses[place] ?? 0);
  }

  private lastDay({ isOnShelf, expiryDay, merchantId }: IndexedGoods): number {
    if (!isOnShelf || expiryDay === null) return never;
    const papers = this.papersUntil.get(merchantId) ?? null;
    return papers === null ? expiryDay : Math.min(expiryDay, dayNumber(papers));
  }

  /** Writes a row of the product at a place at its own. */
  private put(place: number, row: IndexedGoods, product: number): void {
    this.ids[place] = row.id;
    this.products[place] = product;
    this.merchants[place] = row.merchantId;
    const merchant = this.merchantNumbers.number(row.merchantId);
    this.merchantColumn[place] = merchant;
    this.warehouses[place] = row.warehouseId;
    this.stocks[place] = row.stock;
    this.packSteps[place] = row.packStep;
    this.minQuantities[place] = row.minQuantity;
    const least = leastPurchase(row);
    this.inStock[place] = row.stock >= least ? 1 : 0;
    this.offeredUntil[place] = this.lastDay(row);
    this.isControlled[place] = row.isControlled ? 1 : 0;
    this.isPreferred[place] = row.isPreferred ? 1 : 0;
    this.expiryDays[place] = row.expiryDay ?? 0;
    this.sales[place] = row.sales;
    this.createdAt[place] = row.createdAt;
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
    this.putFacts(place);
  }

  private putFacts(place: number): void {
    this.facts[place * factsEach] = this.offeredUntil[place] ?? never;
    this.facts[place * factsEach + 1] = this.expiryDays[place] ?? 0;
    this.facts[place * factsEach + 2] = (this.merchantColumn[place] ?? 0) * 2 + (this.inStock[place] ?? 0);
    this.facts[place * factsEach + 3] = this.sales[place] ?? 0;
  }

  /** Takes over what orders have taken out of the stock; whether it is sold out is told with the goods itself. */
  changeStock(place: number, stock: number, sales: number): void {
    this.stocks[place] = stock;
    this.sales[place] = sales;
    this.putFacts(place);
  }
}
