/**
 * Promotion fields of the specification's Goods (rules 11), for one buyer: a small function a group of fields. Fields
 * that do not apply are left out, so that offers stay light. Amounts and sentences are still to be masked.
 */
import { lineTypes } from '#lib/contract/numbers.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { type Fen, formatYuan, showYuan } from '#lib/rules/money/money.ts';
import { afterCouponPrice } from '#lib/rules/promotions/after-coupon.ts';
import { pricePieces, promoLeft } from '#lib/rules/promotions/pricing.ts';
import { fullReduction } from '#lib/rules/promotions/promotions.ts';
import { addOnLimitLeft } from '#lib/rules/quote/quote-add-on.ts';
import {
  type Activity,
  type ActivityThreshold,
  type Coupon,
  type FullReduction,
  type GoodsTerms,
  isRunning,
} from '#lib/rules/terms/terms.ts';
import type { LoadedOffers } from './loaded.ts';
import { promoFacts } from './promo-facts.ts';

type Fields = Pick<Offer, 'is_manjian' | 'is_mzhg' | 'type'> & Partial<Offer>;

/** Every promotion field that applies to this item now. */
export function promoFields(terms: GoodsTerms, loaded: LoadedOffers, now: number): Fields {
  const running = findRunning(terms, loaded, now);
  const fields = {
    ...flashFields(terms, loaded, now),
    ...groupBuyFields(terms, now),
    ...reductionFields(terms, running('full_reduction'), now),
    ...giftFields(running('gift'), running('add_on'), terms.unit),
    ...rebateFields(terms),
    ...freightFields(terms, loaded),
    goods_price_id: terms.id,
    ...(terms.ladder !== null && { ladder_price_id: terms.id }),
  };
  const facts = promoFacts(fields, terms.unit);
  return { ...fields, ...(facts.length > 0 && { promo_facts: facts }) };
}

/** As a quote gathers them: of each kind the first that runs (terms.ts). */
function findRunning(terms: GoodsTerms, { offers }: LoadedOffers, now: number) {
  return <K extends Activity['kind']>(kind: K) =>
    offers.activities.find(
      (activity): activity is Extract<Activity, { kind: K }> =>
        activity.kind === kind &&
        activity.merchantId === terms.merchantId &&
        terms.activityIds.includes(activity.id) &&
        isRunning(activity, now),
    );
}

function flashFields({ id, promo }: GoodsTerms, { activities }: LoadedOffers, now: number) {
  if (promo?.kind !== 'flash' || !isRunning(promo, now)) return { type: lineTypes.normal };
  const row = activities
    .find(({ activity }) => activity.id === promo.activityId)
    ?.goods.find((item) => item.role === 'subject' && item.goodsId === id);
  return {
    type: lineTypes[promoLeft(promo, now) > 0 ? 'flash' : 'normal'],
    ...(row && { miaosha_goods_id: row.id }),
  };
}

function groupBuyFields({ groupBuy }: GoodsTerms, now: number) {
  return groupBuy && isRunning(groupBuy, now)
    ? { activity_type: 1, left_number: Math.max(0, groupBuy.leftNumber) }
    : {};
}

function reductionFields(terms: GoodsTerms, activity: FullReduction | undefined, now: number) {
  if (!activity) return { is_manjian: 0 };
  const price = reducedPrice(terms, activity, now);
  return {
    is_manjian: 1,
    goods_manjian_id: activity.id,
    manjian_data: lowestFirst(activity).map(({ amount, reduction }) => ({
      remarks: `满${yuan(amount)}减${yuan(reduction)}`,
    })),
    ...(price !== null && { mj_price: formatYuan(price) }),
  };
}

/** The price a piece in the smallest purchase that reaches the lowest tier: that tier is like a coupon for everyone. */
function reducedPrice(terms: GoodsTerms, activity: FullReduction, now: number): Fen | null {
  const lowest = lowestFirst(activity)[0];
  if (!lowest) return null;
  const asCoupon: Coupon = {
    ...activity,
    kind: 'merchant',
    threshold: lowest.amount,
    value: lowest.reduction,
    status: 'unused',
    isBarred: false,
  };
  const reached = afterCouponPrice({ ...terms, withCoupon: true }, [asCoupon], now);
  if (reached === null) return null;
  // A large pack may reach more than the lowest tier at once.
  const { gross } = pricePieces(terms, reached.quantity, promoLeft(terms.promo, now), now);
  return Math.ceil((gross - fullReduction(activity.tiers, gross)) / reached.quantity);
}

function lowestFirst({ tiers }: FullReduction) {
  return tiers.toSorted((a, b) => a.amount - b.amount);
}

type Running<K extends Activity['kind']> = Extract<Activity, { kind: K }> | undefined;

/** An item that may not go to this buyer has no stock here, so its price is not revealed. */
function giftFields(gift: Running<'gift'>, addOn: Running<'add_on'>, unit: string) {
  const both = [gift, addOn].filter((activity) => activity !== undefined);
  if (both.length === 0) return { is_mzhg: 0 };
  const prices = (addOn?.items ?? [])
    .filter((item) => item.stock > 0 && addOnLimitLeft(item) > 0)
    .map(({ price }) => price);
  return {
    is_mzhg: 1,
    mzhg_title: both.map(({ name }) => name).join('，'),
    mzhg_desc: both.map((activity) => thresholdText(activity, unit)).join('，'),
    ...(gift && { mzhg_have_zp: gift.items.some((item) => item.stock >= item.quantity) ? 1 : 0 }),
    ...(prices.length > 0 && { hg_price: formatYuan(Math.min(...prices)) }),
  };
}

function thresholdText(activity: Extract<Activity, { kind: 'gift' | 'add_on' }>, unit: string): string {
  const each = activity.kind === 'gift' && activity.isRepeated ? '每' : '';
  return `${each}满${measure(activity.threshold, unit)}${activity.kind === 'gift' ? '可得赠品' : '可换购'}`;
}

function measure(threshold: ActivityThreshold, unit: string): string {
  return threshold.unit === 'amount' ? `${yuan(threshold.amount)}元` : `${threshold.quantity}${unit}`;
}

function rebateFields({ rebate, unit }: GoodsTerms) {
  if (rebate === null) return {};
  return {
    rebate: formatYuan(rebate),
    rebate_title: '返利',
    rebate_remarks: `订单完成后每${unit}返利¥${showYuan(rebate)}到余额`,
  };
}

function freightFields(terms: GoodsTerms, { offers }: LoadedOffers) {
  if (terms.freeShippingNumber === null) return {};
  const merchant = offers.merchants.find(({ id }) => id === terms.merchantId);
  const surcharge = terms.isColdChain && merchant?.freight.coldChain ? '，冷链包装费另计' : '';
  return { free_shipping_desc: `单品满${terms.freeShippingNumber}${terms.unit}包邮${surcharge}` };
}

/** Without decimals where there are none: 500, 12.50. */
function yuan(fen: Fen): string {
  return formatYuan(fen).replace(/\.00$/, '');
}
