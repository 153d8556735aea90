import { nearExpiryWarehouse } from '#lib/rules/terms/shelf-life.ts';
import type { LadderKind } from '#lib/rules/terms/terms.ts';
import type { goods } from '#lib/server/db/schema.ts';
import { dayFrom } from './dates.ts';
import * as known from './known.ts';

type Goods = typeof goods.$inferInsert;
/** An item with a fixed id: the demo's are the same on every machine. */
export type DrawnGoods = Goods & { id: number };

/** Common values of a named item, so that its trait is the only special thing about it. */
const ordinary = {
  warehouseId: 1,
  stock: 600,
  packStep: 10,
  minQuantity: 10,
  limitQuantity: 0,
  dayLimit: 0,
  weekLimit: 0,
  ladderType: 'from',
  ladder: [],
  buyerTypes: null,
  isControlled: false,
  controlClass: '',
  withCoupon: true,
  isPreferred: false,
  isColdChain: false,
  freeShippingNumber: 0,
  rebate: 0,
  flaw: '',
  isOnShelf: true,
} satisfies Partial<Goods>;

type Trait = Partial<Omit<Goods, 'id'>> & { merchantId: number };

const house = { merchantId: known.merchantHouse };

/** The fixed items of known.ts: their sellers and traits. */
export const traits: ReadonlyMap<number, Trait> = new Map<number, Trait>([
  [known.goodsPlain, house],
  [known.goodsPlainElsewhere, { merchantId: 13 }],
  [known.goodsPlainSecond, house],
  [known.goodsAntibiotic, house],
  [known.goodsAntibioticElsewhere, { merchantId: 3 }],
  [known.goodsWithLadder, house],
  [known.goodsWithLadderUpTo, { merchantId: 4, ladderType: 'up_to' }],
  [known.goodsLimited, { ...house, limitQuantity: 40 }],
  [known.goodsDayLimited, { ...house, dayLimit: 40 }],
  [known.goodsWeekLimited, { ...house, weekLimit: 40 }],
  [known.goodsOutOfStock, { ...house, stock: 0 }],
  [known.goodsBelowStep, { ...house, stock: 5 }],
  [known.goodsNearExpiry, { ...house, warehouseId: nearExpiryWarehouse, flaw: '近效期', withCoupon: false }],
  [known.goodsExpiredLot, house],
  [known.goodsControlled, { merchantId: 4, isControlled: true, controlClass: '品牌控销' }],
  [known.goodsControlledGranted, { merchantId: 4, isControlled: true, controlClass: '品牌控销' }],
  [known.goodsControlledApplied, { merchantId: 3, isControlled: true, controlClass: '区域控销' }],
  [known.goodsClinicOnly, { merchantId: 11, buyerTypes: ['clinic', 'hospital'] }],
  [known.goodsOutOfArea, { merchantId: known.merchantOutOfArea }],
  [known.goodsOffShelf, { ...house, isOnShelf: false }],
  [known.goodsHerbal, { merchantId: known.merchantHerbal, packStep: 2, minQuantity: 2 }],
  [
    known.goodsColdChain,
    { merchantId: known.merchantColdChain, isColdChain: true, packStep: 5, minQuantity: 5 },
  ],
  [known.goodsColdChainHouse, { ...house, warehouseId: 2, isColdChain: true }],
  [known.goodsDevice, { merchantId: 14, packStep: 1, minQuantity: 1 }],
  [known.goodsDeviceNoScope, { merchantId: 15 }],
  [known.goodsHealthFood, { merchantId: 16, packStep: 5, minQuantity: 5 }],
  [known.goodsNoCoupon, { ...house, withCoupon: false }],
  [known.goodsFreeShipping, { merchantId: 4, freeShippingNumber: 60 }],
  [known.goodsRebate, { ...house, rebate: 30 }],
  [known.goodsPreferred, { ...house, isPreferred: true }],
  [known.goodsFlash, { merchantId: 12 }],
  [known.goodsSpecial, house],
  [known.goodsGroupBuy, { merchantId: 15 }],
  [known.goodsFullReduction, { merchantId: 6 }],
  [known.goodsWithGift, { merchantId: 9 }],
  [known.goodsGift, { merchantId: 9 }],
  [known.goodsWithAddOn, { merchantId: 16 }],
  [known.goodsAddOn, { merchantId: 16 }],
  [known.goodsCombination[0], house],
  [known.goodsCombination[1], house],
]);

/** The tiers of a named ladder at 50 and 200 pieces; of type 1 ("up to N") the first is the cheaper one. */
function ladderOf(kind: LadderKind | undefined, lowest: number) {
  const [few, many] = kind === 'up_to' ? [0.93, 0.97] : [0.97, 0.93];
  return [
    { number: 50, price: Math.floor(lowest * few) },
    { number: 200, price: Math.floor(lowest * many) },
  ];
}

/** Days since the lot of a named item was made, and its remaining days. */
function lotOf(id: number, trait: Trait): [madeDaysAgo: number, left: number] {
  if (id === known.goodsExpiredLot) return [760, -30];
  return trait.warehouseId === nearExpiryWarehouse ? [640, 90] : [60, 660];
}

/** Applies the fixed traits to a generated offer; other offers stay unchanged. */
export function withTrait(offer: DrawnGoods, lowest: number, now: Date): DrawnGoods {
  const trait = traits.get(offer.id);
  if (!trait) return offer;
  const hasLadder = offer.id === known.goodsWithLadder || offer.id === known.goodsWithLadderUpTo;
  const [madeDaysAgo, left] = lotOf(offer.id, trait);
  const dates = { producedOn: dayFrom(now, -madeDaysAgo), expiresOn: dayFrom(now, left) };
  return {
    ...offer,
    ...ordinary,
    ...dates,
    ...trait,
    ladder: hasLadder ? ladderOf(trait.ladderType, lowest) : [],
  };
}
