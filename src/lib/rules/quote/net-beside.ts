/** 到手单价 of one item beside a cart, without quoting the cart again: only the sums that one line moves are made anew. */
import { type Fen, shareOfOne, shareOut } from '../money/money.ts';
import { freightLineOf } from '../promotions/freight.ts';
import { pricePieces, promoLeft } from '../promotions/pricing.ts';
import { fullReduction } from '../promotions/promotions.ts';
import { emptyChoices } from '../terms/asked.ts';
import type { Coupon, EpochMs, GoodsTerms, Id, Offers } from '../terms/terms.ts';
import { type Beside, type CountingLine, newLineId, withLine } from './beside.ts';
import { addedFreight, netOfLines } from './net-lines.ts';
import { bestCoupons, firstReduction, type NetFacts, type NetPrice } from './net-parts.ts';
import { quote } from './quote.ts';

type Facts = NetFacts & { beside: Beside };

/** The net price of a purchase that the item's own bounds allow. `netPrice` is the way to it. */
export function netBeside(terms: GoodsTerms, quantity: number, facts: Facts, now: EpochMs): NetPrice | null {
  const { beside, activities, coupons, freight, region } = facts;
  if (beside.mixed.has(terms.id) || beside.withAddOns.has(terms.merchantId))
    return netByQuote(terms, quantity, facts, now);
  const id = beside.own.get(terms.id)?.id ?? newLineId;
  const { gross, segments } = pricePieces(terms, quantity, promoLeft(terms.promo, now), now);
  const reduction = firstReduction(terms, activities, now);
  const line: CountingLine = {
    ...freightLineOf({ ...terms, quantity }, gross),
    id,
    merchantId: terms.merchantId,
    gross,
    reduced: gross,
    rest: gross,
    reductionId: reduction?.id ?? null,
    withCoupon: terms.withCoupon,
    isFlash: segments.some(({ rule }) => rule === 'flash'),
  };
  const others = (beside.byMerchant.get(terms.merchantId) ?? []).filter((other) => other.id !== id);
  const group = reducedBy(reduction?.tiers ?? null, line, inOrder(others, line));
  const own = group.find((one) => one.id === id) ?? line;
  const { paid, couponIds } = takeCoupons(own, group, { beside, coupons }, now);
  const sent = group.filter((one) => one !== own).map((one) => freightLineOf(one, one.reduced));
  const added = addedFreight(freight, region, freightLineOf(own, own.reduced), sent);
  return { price: Math.ceil((paid + added.freight) / quantity), quantity, ...added, couponIds };
}

function inOrder(others: readonly CountingLine[], line: CountingLine): CountingLine[] {
  return [...others, line].sort((a, b) => a.id - b.id);
}

/** The merchant's lines after the full reduction of one of them is shared anew. */
function reducedBy(
  tiers: Parameters<typeof fullReduction>[0] | null,
  { reductionId }: CountingLine,
  group: CountingLine[],
): CountingLine[] {
  if (tiers === null) return group;
  const members = group.filter((one) => one.reductionId === reductionId);
  const amount = members.reduce((sum, { gross }) => sum + gross, 0);
  const shares = new Map(shareOut(fullReduction(tiers, amount), members, ({ gross }) => gross));
  return group.map((one) => {
    const share = shares.get(one);
    return share === undefined ? one : { ...one, reduced: one.gross - share };
  });
}

/** What the line pays after its shares of the merchant's coupon and the platform's. */
function takeCoupons(
  own: CountingLine,
  group: readonly CountingLine[],
  { beside, coupons }: { beside: Beside; coupons: readonly Coupon[] },
  now: EpochMs,
): { paid: Fen; couponIds: Id[] } {
  if (!own.withCoupon) return { paid: own.reduced, couponIds: [] };
  const eligible = group.filter(({ withCoupon }) => withCoupon);
  const amount = sumOf(eligible, ({ reduced }) => reduced);
  let all = amount;
  for (const [merchantId, other] of beside.eligible) if (merchantId !== own.merchantId) all += other;
  const best = bestCoupons(coupons, own.merchantId, { own: amount, all }, now);
  const saving = Math.min(best.own?.value ?? 0, amount);
  const after = shareOut(saving, eligible, ({ reduced }) => reduced).map(([one, share]) => ({
    ...one,
    rest: one.reduced - share,
  }));
  const mine = after.find(({ id }) => id === own.id) ?? own;
  const couponIds = best.own !== null && mine.rest < own.reduced ? [best.own.id] : [];
  if (best.platform === null) return { paid: mine.rest, couponIds };
  const share = platformShare(mine, after, { beside, isFlash: group.some(isFlash) }, best.platform);
  if (share > 0) couponIds.push(best.platform.id);
  return { paid: mine.rest - share, couponIds };
}

/** The line's share of the platform's coupon, by the rule of `platformLines` in a quote. */
function platformShare(
  mine: CountingLine,
  after: readonly CountingLine[],
  { beside, isFlash: isGroupFlash }: { beside: Beside; isFlash: boolean },
  { value, threshold }: Coupon,
): Fen {
  const { all, calm, isHasty } = elsewhere(beside, mine.merchantId);
  const siblings = after.filter((one) => one !== mine);
  const own = { reduced: sumOf(after, reducedOf), rest: sumOf(after, restOf) };
  const saving = Math.min(value, all.rest + own.rest);
  const earnIt = (reduced: Fen, rest: Fen) => reduced >= threshold && rest >= saving;
  // Lines of merchants with a flash price are spared where the others earn all of it.
  if (isGroupFlash && earnIt(calm.reduced, calm.rest)) return 0;
  const isSpared = !isGroupFlash && isHasty && earnIt(calm.reduced + own.reduced, calm.rest + own.rest);
  return shareOfOne(saving, mine, [(isSpared ? calm : all).lines, siblings], restOf);
}

type Lines = { lines: readonly CountingLine[]; reduced: Fen; rest: Fen };

/** Other merchants' lines that take coupons: all of them, and those of merchants without a flash price. */
type Elsewhere = { all: Lines; calm: Lines; isHasty: boolean };

const known = new WeakMap<Beside, Map<Id, Elsewhere>>();

function elsewhere(beside: Beside, merchantId: Id): Elsewhere {
  const made = known.get(beside) ?? new Map<Id, Elsewhere>();
  known.set(beside, made);
  const key = beside.byMerchant.has(merchantId) ? merchantId : 0;
  const found = made.get(key);
  if (found) return found;
  const others = beside.counting.filter((line) => line.merchantId !== merchantId);
  const hasty = new Set(others.flatMap((line) => (line.isFlash ? [line.merchantId] : [])));
  const all = linesOf(others.filter(({ withCoupon }) => withCoupon));
  const calm = hasty.size === 0 ? all : linesOf(all.lines.filter((line) => !hasty.has(line.merchantId)));
  const result = { all, calm, isHasty: hasty.size > 0 };
  made.set(key, result);
  return result;
}

function linesOf(lines: readonly CountingLine[]): Lines {
  return { lines, reduced: sumOf(lines, reducedOf), rest: sumOf(lines, restOf) };
}

function reducedOf({ reduced }: CountingLine): Fen {
  return reduced;
}

function restOf({ rest }: CountingLine): Fen {
  return rest;
}

function isFlash(line: CountingLine): boolean {
  return line.isFlash;
}

function sumOf(lines: readonly CountingLine[], pick: (line: CountingLine) => Fen): Fen {
  return lines.reduce((sum, line) => sum + pick(line), 0);
}

/** The same by quoting the whole cart with the line: where lines decide about each other. */
export function netByQuote(
  terms: GoodsTerms,
  quantity: number,
  { beside, activities, coupons, freight, region }: Facts,
  now: EpochMs,
): NetPrice | null {
  const { lines, id } = withLine(beside.lines, terms.id, quantity);
  const offers: Offers = {
    ...beside.offers,
    goods: together(beside.offers.goods, [terms]),
    merchants: together(beside.offers.merchants, [merchantOf(terms, freight)]),
    activities: together(beside.offers.activities, activities),
    coupons: [...coupons],
  };
  const made = quote(lines, { companyId: 0, region, choices: emptyChoices }, offers, now);
  const net = netOfLines(made, offers.merchants, region).get(id);
  const quoted = made.lines.at(-1);
  if (net === undefined || quoted === undefined) return null;
  const taken = quoted.priceTrace.flatMap(({ rule, refId }) =>
    refId !== null && (rule === 'merchant_coupon' || rule === 'platform_coupon') ? [refId] : [],
  );
  return { ...net, quantity, couponIds: taken };
}

/** Its name and minimum change no price. */
function merchantOf({ merchantId }: GoodsTerms, freight: NetFacts['freight']) {
  return { id: merchantId, name: '', minimumAmount: 0, freight };
}

function together<T extends { id: Id }>(cart: readonly T[], more: readonly T[]): T[] {
  return [...new Map([...cart, ...more].map((one) => [one.id, one])).values()];
}
