import { type BuyerType, findBuyerTypes } from '#lib/rules/companies/qualification.ts';
import { rankPrice } from '#lib/rules/money/rank-price.ts';
import { ladderPrice } from '#lib/rules/promotions/pricing.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { roundUpTo } from '#lib/rules/terms/quantity.ts';
import { dayNumber, nearExpiry, nearExpiryWarehouse } from '#lib/rules/terms/shelf-life.ts';
import type { IndexedGoods } from '../repos/goods.ts';
import type { CategoryTree } from './category-tree.ts';
import { Dictionary } from './dictionary.ts';
import type { Products } from './products.ts';

/** Ranks that a company may have, 0 upwards. */
const rankCount = 6;

/** Of goods that are not offered at all. */
const never = -1;

/** Hard limits of a goods; most have none. */
export interface Limits {
  limitQuantity: number;
  dayLimit: number;
  weekLimit: number;
}

/** What decides who may see goods. */
export interface Gate {
  scope: string;
  /** Null is everyone. */
  buyerTypes: readonly BuyerType[] | null;
  merchantId: number;
}

/** What may be asked of goods in bulk, one column an array; numbered from 0 in the order of their ids. */
export class GoodsTable {
  readonly places = new Map<number, number>();
  readonly ids: Int32Array;
  /** Place of the product. */
  readonly products: Int32Array;
  readonly merchants: Int32Array;
  readonly warehouses: Uint8Array;
  readonly stocks: Int32Array;
  readonly packSteps: Int32Array;
  readonly minQuantities: Int32Array;
  /** 1: enough for the least purchase. */
  readonly inStock: Uint8Array;
  /** The last day (since 1970) on which it may be sold: that of its lot and of its merchant's papers; never for what is off the shelf. */
  private readonly offeredUntil: Int32Array;
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
  /** What the filters go by, as numbers of the dictionaries; made once, and anew for a row that changes. */
  readonly columns: Record<'category' | 'merchant' | 'maker' | 'form' | 'spec' | 'otc', Int32Array>;
  readonly merchantNumbers = new Dictionary();
  /** What each number of `gates` stands for; goods share few. */
  readonly gatesByNumber: Gate[] = [];
  readonly limits = new Map<number, Limits>();
  private readonly gateNumbers = new Dictionary();
  private readonly catalogue: Products;
  private readonly tree: CategoryTree;
  /** By merchant: the last day on which all of its papers hold; null = without end. */
  private readonly papersUntil: ReadonlyMap<number, string | null>;

  constructor(
    products: Products,
    tree: CategoryTree,
    rows: readonly IndexedGoods[],
    papersUntil: ReadonlyMap<number, string | null>,
  ) {
    const count = rows.length;
    this.catalogue = products;
    this.tree = tree;
    this.papersUntil = papersUntil;
    const column = () => new Int32Array(count);
    this.columns = {
      category: column(),
      merchant: column(),
      maker: column(),
      form: column(),
      spec: column(),
      otc: column(),
    };
    this.ids = new Int32Array(count);
    this.products = new Int32Array(count);
    this.merchants = new Int32Array(count);
    this.warehouses = new Uint8Array(count);
    this.stocks = new Int32Array(count);
    this.packSteps = new Int32Array(count);
    this.minQuantities = new Int32Array(count);
    this.inStock = new Uint8Array(count);
    this.offeredUntil = new Int32Array(count);
    this.isControlled = new Uint8Array(count);
    this.isPreferred = new Uint8Array(count);
    this.expiryDays = new Int32Array(count);
    this.sales = new Int32Array(count);
    this.createdAt = new Float64Array(count);
    this.listPrices = new Int32Array(count);
    this.rankPrices = Array.from({ length: rankCount }, () => new Int32Array(count));
    this.ladderPrices = new Int32Array(count);
    this.gates = new Int32Array(count);
    for (const [place, row] of rows.entries()) {
      this.places.set(row.id, place);
      this.put(place, row);
    }
  }

  get count(): number {
    return this.ids.length;
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
   * Takes a changed row over. True when lists may have other goods in them, or in another order, now: one that sells out
   * stays where it is until the page is made anew for another reason, one that is back comes to the front.
   */
  change(place: number, row: IndexedGoods): boolean {
    const [before, wasInStock] = [this.listedBy(place), this.inStock[place]];
    this.put(place, row);
    return this.listedBy(place) !== before || (wasInStock === 0 && this.inStock[place] === 1);
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

  private lastDay({ isOnShelf, expiresOn, merchantId }: IndexedGoods): number {
    if (!isOnShelf || expiresOn === null) return never;
    const papers = this.papersUntil.get(merchantId) ?? null;
    return papers === null ? dayNumber(expiresOn) : Math.min(dayNumber(expiresOn), dayNumber(papers));
  }

  /** Writes a row at its place. The product must be known. */
  put(place: number, row: IndexedGoods): void {
    const product = this.catalogue.places.get(row.productId) ?? 0;
    this.ids[place] = row.id;
    this.products[place] = product;
    this.merchants[place] = row.merchantId;
    this.columns.category[place] = this.tree.numberOf(this.catalogue.categoryOf(product));
    this.columns.merchant[place] = this.merchantNumbers.number(String(row.merchantId));
    this.columns.maker[place] = this.catalogue.makers[product] ?? 0;
    this.columns.form[place] = this.catalogue.forms[product] ?? 0;
    this.columns.spec[place] = this.catalogue.specs[product] ?? 0;
    this.columns.otc[place] = this.catalogue.otc[product] ?? 0;
    this.warehouses[place] = row.warehouseId;
    this.stocks[place] = row.stock;
    this.packSteps[place] = row.packStep;
    this.minQuantities[place] = row.minQuantity;
    const least = roundUpTo(Math.max(1, row.minQuantity), row.packStep);
    this.inStock[place] = row.stock >= least ? 1 : 0;
    this.offeredUntil[place] = this.lastDay(row);
    this.isControlled[place] = row.isControlled ? 1 : 0;
    this.isPreferred[place] = row.isPreferred ? 1 : 0;
    this.expiryDays[place] = row.expiresOn === null ? 0 : dayNumber(row.expiresOn);
    this.sales[place] = row.sales;
    this.createdAt[place] = row.createdAt.getTime();
    this.listPrices[place] = row.price;
    for (const [rank, column] of this.rankPrices.entries())
      column[place] = Math.min(row.price, rankPrice(row, rank));
    const ladder = row.ladder.length > 0 ? { kind: row.ladderType, tiers: row.ladder } : null;
    this.ladderPrices[place] = ladderPrice(ladder, Math.max(row.minQuantity, row.packStep)) ?? 0;
    const scope = this.catalogue.scopes[product] ?? '';
    const gate = { scope, buyerTypes: findBuyerTypes(row.buyerTypes), merchantId: row.merchantId };
    const number = this.gateNumbers.number(JSON.stringify(gate));
    this.gates[place] = number;
    this.gatesByNumber[number] ??= gate;
    const { limitQuantity, dayLimit, weekLimit } = row;
    if (limitQuantity > 0 || dayLimit > 0 || weekLimit > 0)
      this.limits.set(place, { limitQuantity, dayLimit, weekLimit });
    else this.limits.delete(place);
  }
}
