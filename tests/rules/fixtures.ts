/** Terms with nothing special about them, for tests to bend. */
import { type Buyer, emptyChoices, type QuoteLine } from '#lib/rules/terms/asked.ts';
import type {
  Activity,
  Combination,
  Coupon,
  GoodsTerms,
  MerchantTerms,
  Offers,
  Promo,
} from '#lib/rules/terms/terms.ts';

export const now = Date.UTC(2026, 10, 21, 4, 0);
export const hour = 3_600_000;
export const running = { startsAt: now - hour, endsAt: now + hour };

export function goods(over: Partial<GoodsTerms> = {}): GoodsTerms {
  return {
    id: 1,
    merchantId: 1,
    warehouseId: 1,
    isColdChain: false,
    price: 1000,
    memberPrice: null,
    customerPrice: null,
    marketPrice: null,
    unit: '盒',
    stock: 1000,
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
    withCoupon: true,
    isPreferred: false,
    freeShippingNumber: null,
    rebate: null,
    isBuyable: true,
    refusal: null,
    ...over,
  };
}

export function promo(over: Partial<Promo> = {}): Promo {
  return {
    kind: 'special',
    activityId: 70,
    price: 800,
    activityLimit: 5,
    used: 0,
    stock: null,
    variant: 'original_price',
    ...running,
    ...over,
  };
}

export function merchant(over: Partial<MerchantTerms> = {}): MerchantTerms {
  return {
    id: 1,
    name: '衡川自营',
    minimumAmount: 0,
    freight: {
      fee: 0,
      freeFrom: null,
      preferred: null,
      coldChain: null,
      unservedRegions: [],
      regionFees: [],
    },
    ...over,
  };
}

export function freight(over: Partial<MerchantTerms['freight']> = {}): MerchantTerms['freight'] {
  return { ...merchant().freight, fee: 1000, freeFrom: 30_000, ...over };
}

export function coupon(over: Partial<Coupon> = {}): Coupon {
  return {
    id: 1,
    kind: 'merchant',
    merchantId: 1,
    name: '满100减10',
    threshold: 10_000,
    value: 1000,
    status: 'unused',
    isBarred: false,
    ...running,
    ...over,
  };
}

export function combination(over: Partial<Combination> = {}): Combination {
  return {
    id: 90,
    name: '感冒套装',
    merchantId: 1,
    warehouseId: 1,
    isColdChain: false,
    price: 2500,
    parts: [
      { goodsId: 1, quantity: 2 },
      { goodsId: 2, quantity: 1 },
    ],
    limitQuantity: 0,
    limitUsed: 0,
    activityIds: [],
    withCoupon: true,
    isPreferred: false,
    ...running,
    ...over,
  };
}

export const reduction: Extract<Activity, { kind: 'full_reduction' }> = {
  kind: 'full_reduction',
  id: 10,
  name: '满减',
  merchantId: 1,
  tiers: [
    { amount: 50_000, reduction: 3000 },
    { amount: 100_000, reduction: 8000 },
  ],
  ...running,
};

export function line(over: Partial<QuoteLine> = {}): QuoteLine {
  return { id: 1, kind: 'normal', goodsId: 1, activityId: null, quantity: 1, isSelected: true, ...over };
}

export function buyer(choices: Partial<Buyer['choices']> = {}, region: string | null = '420106'): Buyer {
  return { companyId: 1, region, choices: { ...emptyChoices, ...choices } };
}

export function offers(over: Partial<Offers> = {}): Offers {
  return {
    goods: [goods()],
    merchants: [merchant()],
    activities: [],
    combinations: [],
    coupons: [],
    vouchers: [],
    ...over,
  };
}
