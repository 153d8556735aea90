/** Facts by which one buyer may sort and filter: their own prices, and what they may buy (rules 1). */

import { findScope } from '#lib/rules/companies/qualification.ts';
import { buyState } from '#lib/rules/goods/buy-state.ts';
import type { BuyState, BuyStateGoods } from '#lib/rules/goods/buy-state-shape.ts';
import { cardPrice, choosePromo } from '#lib/rules/promotions/pricing.ts';
import { promoOf } from '#lib/rules/promotions/promo-row.ts';
import { activityScope, dayScope, limitScope, weekScope } from '#lib/rules/promotions/quota.ts';
import { must } from '#lib/rules/terms/must.ts';
import { leastPurchase } from '#lib/rules/terms/quantity.ts';
import type { GoodsTerms, Promo } from '#lib/rules/terms/terms.ts';
import type { Db } from '../db/client.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import type { BuyerView } from '../engines/search/query.ts';
import { buyerOf } from '../offers/terms.ts';
import type { Account } from '../people/account-rows.ts';
import { type AgreedWith, findAgreements } from './buyer-rows.ts';

interface Wanted {
  priceFrom: number | null;
  priceTo: number | null;
  isBuyableOnly: boolean;
}

/**
 * A buyer's view over the whole catalogue, with one query. Items whose price the buyer may not see have none here
 * either, so that sorting or bisecting reveals nothing. Null for a caller who sees no prices at all.
 */
export async function buyerView(
  db: Db,
  account: Account | null,
  catalogue: Catalogue,
  wanted: Wanted,
  now: number,
): Promise<BuyerView | null> {
  if (account === null) return null;
  const view = new View(catalogue, account, await findAgreements(db, account.companyId, now), now);
  if (!view.seesAny()) return null;
  return {
    ...wanted,
    priceOf: (place) => view.priceOf(place),
    canBuy: (place) => view.canBuy(place),
  };
}

/** An item without any obstacle: the rest is the gate's own answer. */
const open: BuyStateGoods = {
  id: 0,
  merchantId: 0,
  scope: null,
  buyerTypes: null,
  salesRegions: null,
  excludedRegions: [],
  isControlled: false,
  isOnShelf: true,
  isStopped: false,
  expiresOn: '9999-12-31',
  merchantPapersUntil: null,
  stock: 1,
  packStep: 1,
  minQuantity: 1,
  variantCount: 1,
  hasGroupBuy: false,
  limitQuantity: 0,
  dayLimit: 0,
  weekLimit: 0,
};
const unused = { grant: 'granted', limitUsed: 0, dayUsed: 0, weekUsed: 0 } as const;

class View {
  private readonly catalogue: Catalogue;
  private readonly account: Account;
  private readonly agreed: AgreedWith;
  private readonly now: number;
  private readonly gates: (BuyState | undefined)[] = [];
  private readonly prices: Int32Array;

  constructor(catalogue: Catalogue, account: Account, agreed: AgreedWith, now: number) {
    this.catalogue = catalogue;
    this.account = account;
    this.agreed = agreed;
    this.now = now;
    this.prices = catalogue.goods.pricesOf(account.rank);
  }

  /** True when this company sees the price of items without another obstacle. */
  seesAny(): boolean {
    return buyState(open, buyerOf(this.account), { now: this.now, ...unused }).showsPrice;
  }

  priceOf(place: number): number | null {
    const { goods } = this.catalogue;
    if (!this.gate(place).showsPrice) return null;
    const id = goods.idAt(place);
    if (goods.isControlled[place] === 1 && !this.agreed.grants.has(id)) return null;
    const promos = this.catalogue
      .running(id, this.now, this.account.isNewcomer)
      .flatMap((row) => promoOf(row, this.agreed.used.get(activityScope(row.activityId, id)) ?? 0) ?? []);
    return promos.length > 0 ? this.promoPrice(place, id, promos) : this.plainPrice(place, id);
  }

  canBuy(place: number): boolean {
    const { goods } = this.catalogue;
    const id = goods.idAt(place);
    if (this.gate(place).code !== 'ok' || !goods.isInStock(place)) return false;
    if (goods.isControlled[place] === 1 && !this.agreed.grants.has(id)) return false;
    const limits = goods.limits.get(place);
    if (limits === undefined) return true;
    const used = (scope: string) => this.agreed.used.get(scope) ?? 0;
    const state = buyState(
      {
        ...open,
        ...limits,
        stock: goods.stocks[place] ?? 0,
        packStep: goods.packSteps[place] ?? 1,
        minQuantity: goods.minQuantities[place] ?? 1,
      },
      buyerOf(this.account),
      {
        ...unused,
        now: this.now,
        limitUsed: used(limitScope(id)),
        dayUsed: used(dayScope(id, this.now)),
        weekUsed: used(weekScope(id, this.now)),
      },
    );
    return state.code === 'ok';
  }

  /** The answer of scope, buyer type, sales area and licences; thousands of items share it. */
  private gate(place: number): BuyState {
    const { goods, merchants } = this.catalogue;
    const number = goods.gates[place] ?? -1;
    const known = this.gates[number];
    if (known !== undefined) return known;
    const { scope, buyerTypes, merchantId } = must(goods.gateNumbers.values[number], 'gate of goods');
    const state = buyState(
      {
        ...open,
        merchantId,
        scope: findScope(scope),
        buyerTypes,
        salesRegions: merchants.get(merchantId)?.salesRegions ?? null,
      },
      buyerOf(this.account),
      { now: this.now, ...unused },
    );
    this.gates[number] = state;
    return state;
  }

  private plainPrice(place: number, id: number): number {
    const base = this.agreed.prices.get(id) ?? this.prices[place] ?? 0;
    const ladder = this.catalogue.goods.ladderPrices[place] ?? 0;
    return ladder > 0 && ladder < base ? ladder : base;
  }

  private promoPrice(place: number, id: number, promos: readonly Promo[]): number {
    const { goods } = this.catalogue;
    const plain = this.plainPrice(place, id);
    const promo = choosePromo(promos, this.now);
    const least = leastPurchase({
      minQuantity: goods.minQuantities[place] ?? 1,
      packStep: goods.packSteps[place] ?? 1,
    });
    return cardPrice({ ...bare, price: plain, promo }, least, this.now).unitPrice;
  }
}

/** Terms with only price and promo set. */
const bare: GoodsTerms = {
  id: 0,
  merchantId: 0,
  warehouseId: 1,
  isColdChain: false,
  price: 0,
  memberPrice: null,
  customerPrice: null,
  marketPrice: null,
  unit: '',
  stock: 0,
  packStep: 1,
  minQuantity: 1,
  limitQuantity: 0,
  limitUsed: 0,
  dayLimit: 0,
  dayUsed: 0,
  weekLimit: 0,
  weekUsed: 0,
  ladder: null,
  promo: null,
  groupBuy: null,
  activityIds: [],
  withCoupon: false,
  isPreferred: false,
  freeShippingNumber: null,
  rebate: null,
  isBuyable: true,
  refusal: null,
};
