/** The one function that calculates every total (rules 4). */

import { type Fen, shareOut, showYuan } from '../money/money.ts';
import { chooseCoupons, spendVouchers } from '../promotions/coupons.ts';
import { isUnserved } from '../promotions/freight.ts';
import type { Buyer, QuoteLine } from '../terms/asked.ts';
import { must } from '../terms/must.ts';
import type {
  LineDiscounts,
  PriceRule,
  Quote,
  QuotedActivity,
  QuotedGift,
  QuotedGroup,
  TraceScope,
} from '../terms/quote-shape.ts';
import type { Coupon, EpochMs, Id, Offers } from '../terms/terms.ts';
import { shareText } from '../text/share-text.ts';
import {
  applyReduction,
  gatherActivities,
  giftOf,
  isOf,
  progress,
  promiseCashback,
  type RunningActivity,
} from './quote-activities.ts';
import { quoteAddOn } from './quote-add-on.ts';
import { makeGroups } from './quote-groups.ts';
import { quoteLine } from './quote-lines.ts';
import { hasFlashPrice, splitOrders } from './quote-orders.ts';
import { indexOffers, type OfferIndex, type Remaining, type WorkLine } from './quote-work.ts';

/**
 * Makes every total of a trade, in the fixed order of rules 4: prices, promo limits, full reduction with gifts
 * and add-ons, coupons, vouchers, freight, promises. Pure, so that the browser predicts what the server decides.
 *
 * Only lines that are selected and buyable count (`counts`); the others are priced and say why they do not. Answers
 * lines in the order given; nothing else depends on that order. Line ids must differ. Never throws on odd
 * quantities or missing offers: such lines carry a refusal.
 */
export function quote(lines: readonly QuoteLine[], buyer: Buyer, offers: Offers, now: EpochMs): Quote {
  const index = indexOffers(offers);
  const { all, activities, remaining } = priceAll(lines, buyer, offers, index, now);
  const counting = all.filter((line) => line.quoted.counts);

  const quotedActivities: QuotedActivity[] = [];
  const gifts: QuotedGift[] = [];
  for (const entry of activities) {
    if (isOf(entry, 'full_reduction')) quotedActivities.push(applyReduction(entry));
    else if (entry.activity.kind !== 'cashback') quotedActivities.push(progress(entry));
    const gift = giftOf(entry, buyer.choices, remaining);
    if (gift) gifts.push(gift);
  }
  // Thresholds and free freight depend on the amounts at this point: after reduction, before coupons.
  for (const line of counting) line.reduced = line.rest;
  const coupons = takeCoupons(counting, buyer, offers, now);
  const vouchers = takeVouchers(counting, buyer, offers, now);
  for (const entry of activities) if (isOf(entry, 'cashback')) quotedActivities.push(promiseCashback(entry));

  for (const line of counting) finish(line, index);
  const byId = new Map(all.map((line) => [line.quoted.id, line]));
  const inOrder = lines.map((line) => must(byId.get(line.id), `line ${line.id}`));
  const groups = makeGroups(inOrder, quotedActivities, index, buyer.region);
  const orders = splitOrders(counting, groups, gifts);
  return {
    at: now,
    lines: inOrder.map((line) => line.quoted),
    groups,
    activities: quotedActivities.filter((activity) => activity.merchantId === null),
    gifts,
    coupons,
    vouchers,
    orders,
    totals: total(counting, groups, quotedActivities),
  };
}

/** Steps 1 to 3 over all lines, in the order of their ids; add-ons last, they wait for the others' amounts. */
function priceAll(
  lines: readonly QuoteLine[],
  buyer: Buyer,
  offers: Offers,
  index: OfferIndex,
  now: EpochMs,
): { all: WorkLine[]; activities: RunningActivity[]; remaining: Remaining } {
  const remaining: Remaining = new Map();
  const sorted = [...lines].sort((a, b) => a.id - b.id);
  const all: WorkLine[] = [];
  for (const line of sorted) {
    if (line.kind === 'add_on') continue;
    all.push(refuseUnserved(quoteLine(line, index, remaining, now), index, buyer));
  }
  const gathered = gatherActivities(all, offers.activities, now);
  const byId = new Map(gathered.map((entry) => [entry.activity.id, entry]));
  const wanted = new Set<Id>();
  for (const line of sorted) {
    if (line.kind !== 'add_on') continue;
    const entry = line.activityId === null ? undefined : byId.get(line.activityId);
    const activity = entry?.activity.kind === 'add_on' ? entry.activity : null;
    const state = entry && activity ? progress(entry) : null;
    if (activity) wanted.add(activity.id);
    const gapText = state?.next?.text ?? '未达到换购条件';
    const made = quoteAddOn(line, activity, index, remaining, state?.isReached ?? false, gapText);
    all.push(refuseUnserved(made, index, buyer));
  }
  all.sort((a, b) => a.quoted.id - b.quoted.id);
  const activities = gathered.filter((entry) => entry.lines.length > 0 || wanted.has(entry.activity.id));
  return { all, activities, remaining };
}

function refuseUnserved(line: WorkLine, index: OfferIndex, buyer: Buyer): WorkLine {
  const { quoted } = line;
  const merchant = quoted.merchantId === null ? undefined : index.merchants.get(quoted.merchantId);
  if (!quoted.refusal && merchant && isUnserved(merchant.freight, buyer.region)) {
    quoted.refusal = {
      code: 'not_served',
      reason: `${merchant.name}暂不配送到所选收货地区，可更换收货地址或选购其他商家的同品`,
    };
    quoted.counts = false;
  }
  return line;
}

/** Step 5. */
function takeCoupons(counting: readonly WorkLine[], buyer: Buyer, offers: Offers, now: EpochMs) {
  const withCoupon = counting.filter((line) => line.quoted.withCoupon);
  const byMerchant = new Map<Id, WorkLine[]>();
  const eligible = new Map<Id, Fen>();
  for (const line of withCoupon) {
    const id = must(line.quoted.merchantId, 'merchant of a line that counts');
    eligible.set(id, (eligible.get(id) ?? 0) + line.rest);
    const group = byMerchant.get(id);
    if (group) group.push(line);
    else byMerchant.set(id, [line]);
  }
  const ofTicked = counting.length > 0 ? eligible : null;
  const { merchant, platform, all } = chooseCoupons(offers.coupons, ofTicked, buyer.choices.coupons, now);
  for (const [id, { coupon, saving }] of merchant)
    share(must(byMerchant.get(id), `lines of merchant ${id}`), saving, 'merchantCoupon', 'merchant', coupon);
  if (platform)
    share(
      platformLines(counting, withCoupon, platform),
      platform.saving,
      'platformCoupon',
      'trade',
      platform.coupon,
    );
  return all;
}

/**
 * The lines that share a platform coupon. Orders that share one are cancelled together, and those with a flash price
 * have half the time to be paid: if the other merchants' lines earn all of it, only they share it. The saving is the
 * same.
 */
function platformLines(
  counting: readonly WorkLine[],
  withCoupon: readonly WorkLine[],
  { coupon, saving }: { coupon: Coupon; saving: Fen },
): readonly WorkLine[] {
  const hasty = new Set(counting.filter(hasFlashPrice).map(({ quoted }) => quoted.merchantId));
  if (hasty.size === 0) return withCoupon;
  const others = withCoupon.filter(({ quoted }) => !hasty.has(quoted.merchantId));
  const sum = (pick: (line: WorkLine) => Fen) => others.reduce((all, line) => all + pick(line), 0);
  const earnIt = sum(({ reduced }) => reduced) >= coupon.threshold && sum(({ rest }) => rest) >= saving;
  return earnIt ? others : withCoupon;
}

/** Step 6. */
function takeVouchers(counting: readonly WorkLine[], buyer: Buyer, offers: Offers, now: EpochMs) {
  if (buyer.choices.voucherIds.length === 0 || offers.vouchers.length === 0) return [];
  const payable = counting.reduce((sum, line) => sum + line.rest, 0);
  const vouchers = spendVouchers(offers.vouchers, buyer.choices.voucherIds, payable, now);
  for (const voucher of vouchers) share(counting, voucher.used, 'voucher', 'trade', voucher);
  return vouchers;
}

const discountRules = {
  fullReduction: 'full_reduction',
  merchantCoupon: 'merchant_coupon',
  platformCoupon: 'platform_coupon',
  voucher: 'voucher',
} satisfies Record<keyof LineDiscounts, PriceRule>;

/** Shares a discount out to lines by what they still pay, so that no line pays less than nothing. */
function share(
  lines: readonly WorkLine[],
  saving: Fen,
  kind: keyof LineDiscounts,
  scope: TraceScope,
  from: { id: Id; name: string },
): void {
  if (saving === 0) return;
  for (const [line, amount] of shareOut(saving, lines, ({ rest }) => rest)) {
    if (amount === 0) continue;
    line.rest -= amount;
    line.quoted.discounts[kind] += amount;
    line.quoted.priceTrace.push({
      rule: discountRules[kind],
      scope,
      amount: -amount,
      reason: `${from.name}：共抵¥${showYuan(saving)}${shareText(amount)}`,
      refId: from.id,
    });
  }
}

function finish(line: WorkLine, index: OfferIndex): void {
  const { quoted } = line;
  quoted.paid = line.rest;
  if (quoted.parts.length === 0) return;
  const shares = shareOut(
    quoted.paid,
    quoted.parts,
    ({ goodsId, quantity }) => (index.goods.get(goodsId)?.price ?? 0) * quantity,
  );
  for (const [part, paid] of shares) part.paid = paid;
}

function total(
  counting: readonly WorkLine[],
  groups: readonly QuotedGroup[],
  activities: readonly QuotedActivity[],
): Quote['totals'] {
  let goods = 0;
  let paid = 0;
  let cashback = 0;
  for (const { quoted } of counting) {
    goods += quoted.gross;
    paid += quoted.paid;
    cashback += quoted.rebate;
  }
  for (const activity of activities) if (activity.kind === 'cashback') cashback += activity.benefit;
  const shipping = groups.reduce((sum, group) => sum + group.freight.amount, 0);
  return { goods, discount: goods - paid, shipping, pay: paid + shipping, cashback };
}
