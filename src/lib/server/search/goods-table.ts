import { pricesByRank } from '#lib/rules/money/rank-price.ts';
import { ladderPrice } from '#lib/rules/promotions/pricing.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { leastPurchase } from '#lib/rules/terms/quantity.ts';
import { dayNumber, nearExpiry, nearExpiryWarehouse } from '#lib/rules/terms/shelf-life.ts';
import type { IndexedGoods } from '../repos/indexed.ts';
import { type Column, numberAt } from './column.ts';
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

/** Which of them says what: see {@link GoodsTable.facts}. */
export const goodsFact = { offeredUntil: 0, expiryDay: 1, merchant: 2, sales: 3 } as const;

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
  readonly warehouses: Uint16Array;
  readonly stocks: Int32Array;
  readonly packSteps: Int32Array;
  readonly minQuantities: Int32Array;
  readonly isControlled: Uint8Array;
  readonly isPreferred: Uint8Array;
  /** When it came, seconds since 1970. */
  readonly createdSeconds: Int32Array;
  /** List price, fen. */
  readonly listPrices: Int32Array;
  /** Fen a piece, one column a rank: member price or list price, without ladder, promotion or agreement. */
  readonly rankPrices: Int32Array[];
  /** Fen a piece that the ladder gives the least purchase; 0 where it gives none. */
  readonly ladderPrices: Int32Array;
  /** Number of its gate. */
  readonly gates: Int32Array;
  /**
   * What every list asks of each goods that it finds, side by side: the last day (since 1970) on which it may be sold,
   * which is that of its lot and of its merchant's papers, or never for what is off the shelf; the last day of its lot; the
   * merchant's number among `merchantNumbers` × 2, and 1 more where there is enough for the least purchase; sales.
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

  /** The id of the merchant of the goods at a place; 0 where there are none. */
  merchantAt(place: number): number {
    const number = numberAt(this.merchantsInStock, place);
    return number === undefined ? 0 : (this.merchantNumbers.values[number >> 1] ?? 0);
  }

  /** Whether there is enough of the goods at a place for the least purchase. */
  isInStock(place: number): boolean {
    return (this.factAt(place, goodsFact.merchant) & 1) === 1;
  }

  /** How many of the goods at a place have been sold. */
  salesAt(place: number): number {
    return this.factAt(place, goodsFact.sales);
  }

  /** The last day (since 1970) of the lot at a place. */
  expiryDayAt(place: number): number {
    return this.factAt(place, goodsFact.expiryDay);
  }

  private factAt(place: number, nth: number): number {
    return this.facts[place * factsEach + nth] ?? 0;
  }

  /** The merchant's number × 2, and 1 more where there is enough for the least purchase. */
  get merchantsInStock(): Column {
    return { numbers: this.facts, each: factsEach, nth: goodsFact.merchant };
  }

  /** Fen a piece for companies of a rank; a rank beyond the last pays as the last. */
  pricesOf(rank: number): Int32Array {
    return this.rankPrices[Math.min(rank, rankCount - 1)] ?? this.listPrices;
  }

  /** What lists go by, of the goods at a place: two texts that differ mean that lists have others in them. */
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
   * Takes a changed row over. `isListed`: lists may have other goods in them, or in another order, now; one that sells out
   * stays where it is until the page is made anew for another reason, one that is back comes to the front. `isCounted`:
   * what is counted beside lists may be another number.
   */
  change(place: number, row: IndexedGoods): { isListed: boolean; isCounted: boolean } {
    const [before, wasInStock] = [this.listedBy(place), this.isInStock(place)];
    this.put(place, row, this.productAt(place));
    const isInStock = this.isInStock(place);
    const isListed = this.listedBy(place) !== before || (!wasInStock && isInStock);
    return { isListed, isCounted: isListed || wasInStock !== isInStock };
  }

  /** Whether goods may be sold on a day (since 1970; this one where none is given), to any caller. */
  isOffered(place: number, today = shanghaiDay(Date.now())): boolean {
    return (this.facts[place * factsEach + goodsFact.offeredUntil] ?? never) >= today;
  }

  /** The warehouse from which goods are sold on a day: near its end a lot stands with the near-expiry ones. */
  warehouseAt(place: number, today: number): number {
    const isNear = this.expiryDayAt(place) - today <= nearExpiry.moveDays;
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

  /** Takes over what orders have taken out of the stock; whether it is sold out is told with the goods itself. */
  changeStock(place: number, stock: number, sales: number): void {
    this.stocks[place] = stock;
    this.facts[place * factsEach + goodsFact.sales] = sales;
  }
}
