/** The price of one line before amounts that lines share: steps 1 to 3 of rules 4. */
import { type Fen, showYuan } from '../money/money.ts';
import type { LineKind } from '../terms/asked.ts';
import type { OverLimit, PriceSegment, PriceSegments } from '../terms/quote-shape.ts';
import { type EpochMs, type GoodsTerms, isRunning, type Ladder, type Promo } from '../terms/terms.ts';

/** The price of one piece for this buyer without any promotion, and the rule behind it. */
export type BasePrice = { price: Fen; rule: 'list' | 'member' | 'customer' };

/** Step 1: the price agreed with the company, else the rank's when it is lower, else the list price. */
export function basePrice(terms: Pick<GoodsTerms, 'price' | 'memberPrice' | 'customerPrice'>): BasePrice {
  if (terms.customerPrice !== null) return { price: terms.customerPrice, rule: 'customer' };
  if (terms.memberPrice !== null && terms.memberPrice < terms.price)
    return { price: terms.memberPrice, rule: 'member' };
  return { price: terms.price, rule: 'list' };
}

/** Pieces left at the promo price for this buyer: 0 when it does not run or is used up. */
export function promoLeft(promo: Promo | null, now: EpochMs): number {
  if (!promo || !isRunning(promo, now)) return 0;
  const byLimit = promo.activityLimit === null ? Infinity : promo.activityLimit - promo.used;
  return Math.max(0, Math.min(byLimit, promo.stock ?? Infinity));
}

/**
 * The one promo that prices an item (rules 4, step 2): of the running ones, one with pieces left for this buyer before
 * one that is used up, then the cheapest, the flash sale on a tie. When none runs the next to begin, so that an open
 * page predicts it.
 */
export function choosePromo(promos: readonly Promo[], now: EpochMs): Promo | null {
  const running = promos.filter((promo) => isRunning(promo, now));
  const isUsedUp = (promo: Promo) => Number(promoLeft(promo, now) === 0);
  const byWorth = (a: Promo, b: Promo) =>
    isUsedUp(a) - isUsedUp(b) ||
    a.price - b.price ||
    Number(a.kind === 'special') - Number(b.kind === 'special') ||
    a.activityId - b.activityId;
  const [best] = running.sort(byWorth);
  if (best) return best;
  const ahead = promos.filter((promo) => promo.startsAt > now);
  return ahead.sort((a, b) => a.startsAt - b.startsAt || byWorth(a, b))[0] ?? null;
}

/** Why part of a line costs the original price: the promo's limit or its stock. null while all of it fits. */
export function overLimit(
  promo: Promo | null,
  quantity: number,
  left: number,
  now: EpochMs,
): OverLimit | null {
  if (!promo || !isRunning(promo, now) || quantity <= left) return null;
  if (promo.variant === 'other_activity')
    return {
      limit: promo.activityLimit ?? left,
      variant: 'other_activity',
      text: '当前活动已超过限购数量，可尝试原价购买或选择其他活动',
    };
  const { activityLimit, stock, used } = promo;
  const variant = 'original_price';
  if (activityLimit === null || (stock !== null && stock < activityLimit - used))
    return { limit: left, variant, text: `数量超过活动库存${left}，可原价购买` };
  return { limit: activityLimit, variant, text: `数量超过活动限购${activityLimit}，可原价购买` };
}

export type PricedPieces = { segments: PriceSegments; gross: Fen; overLimit: OverLimit | null };

/**
 * Steps 2 and 3 for `quantity` pieces, of which `left` may have the promo price (several lines of one item share it, so
 * the caller counts). One of flash, special and ladder prices the line: the one that is cheapest for the whole line,
 * the promo on a tie. Beyond the promo's limit the rest costs what the buyer pays without a promo.
 */
export function pricePieces(
  terms: GoodsTerms,
  quantity: number,
  left: number,
  now: EpochMs,
  kind: LineKind = 'normal',
): PricedPieces {
  const base = basePrice(terms);
  if (kind === 'group_buy' && terms.groupBuy && isRunning(terms.groupBuy, now))
    return whole(quantity, terms.groupBuy.price, 'group_buy');
  const ladder = ladderPrice(terms.ladder, quantity);
  const plain =
    ladder !== null && ladder < base.price
      ? whole(quantity, ladder, 'ladder')
      : whole(quantity, base.price, base.rule);
  const promo = terms.promo;
  if (!promo || !isRunning(promo, now) || promo.price >= base.price) return plain;
  const over = overLimit(promo, quantity, left, now);
  const atPromo = Math.min(left, quantity);
  const rest = quantity - atPromo;
  const gross = atPromo * promo.price + rest * base.price;
  if (gross > plain.gross || atPromo === 0) return { ...plain, overLimit: gross > plain.gross ? null : over };
  const segments: PriceSegments = [{ quantity: atPromo, unitPrice: promo.price, rule: promo.kind }];
  if (rest > 0) segments.push({ quantity: rest, unitPrice: base.price, rule: base.rule });
  return { segments, gross, overLimit: over };
}

/** Pieces of a priced line that have the promo price. */
export function promoPieces(segments: readonly PriceSegment[]): number {
  return segments.find(isPromo)?.quantity ?? 0;
}

/** Whether pieces have the price of a flash sale or a special price. */
export function isPromo({ rule }: PriceSegment): boolean {
  return rule === 'flash' || rule === 'special';
}

function whole(quantity: number, unitPrice: Fen, rule: PriceSegment['rule']): PricedPieces {
  return { segments: [{ quantity, unitPrice, rule }], gross: quantity * unitPrice, overLimit: null };
}

/** The price of the first piece on a card: `price` is struck through when it differs. */
export function cardPrice(terms: GoodsTerms, quantity: number, now: EpochMs): PriceSegment {
  return pricePieces(terms, quantity, promoLeft(terms.promo, now), now).segments[0];
}

/**
 * The unit price of a ladder for `quantity` pieces, null when no tier fits. `up_to`: the smallest tier that covers the
 * quantity; `from`: the largest tier that is reached.
 */
export function ladderPrice(ladder: GoodsTerms['ladder'], quantity: number): Fen | null {
  return ladderTierOf(ladder, quantity)?.price ?? null;
}

function ladderTierOf(ladder: GoodsTerms['ladder'], quantity: number) {
  if (!ladder || quantity <= 0) return null;
  const upTo = ladder.kind === 'up_to';
  let found: { number: number; price: Fen } | null = null;
  for (const tier of ladder.tiers) {
    if (upTo ? tier.number < quantity : tier.number > quantity) continue;
    if (!found || (upTo ? tier.number < found.number : tier.number > found.number)) found = tier;
  }
  return found;
}

/** A tier as rules 12 writes it. state: `upTo` for that kind, else 差 / 已享 / 可享. */
export type LadderText = {
  number: number;
  price: Fen;
  state: 'upTo' | 'gap' | 'enjoyed' | 'available';
  text: string;
};

/**
 * The texts of a ladder for the entered `quantity`. `up_to`: "N以内¥p". Otherwise a tier that is not reached shows 差, the
 * tier in force 已享, and 可享 where nothing is chosen yet or a tier is passed or not in force (`inForce` false: another
 * rule, e.g. a cheaper promo, makes the price).
 */
export function ladderTexts(
  ladder: NonNullable<GoodsTerms['ladder']>,
  quantity: number,
  unit: string,
  inForce = true,
): LadderText[] {
  const current = inForce ? ladderTierOf(ladder, quantity) : null;
  return [...ladder.tiers]
    .sort((a, b) => a.number - b.number)
    .map((tier) => {
      const { number, price } = tier;
      const yuan = `¥${showYuan(price)}`;
      if (ladder.kind === 'up_to')
        return { number, price, state: 'upTo', text: `${number}${unit}以内${yuan}` };
      if (quantity > 0 && quantity < number)
        return { number, price, state: 'gap', text: `差${number - quantity}${unit}享${yuan}` };
      if (tier === current) return { number, price, state: 'enjoyed', text: `已享${yuan}` };
      return { number, price, state: 'available', text: `满${number}${unit}可享${yuan}` };
    });
}

/**
 * The tier to show where there is room for one, next to the current price of a piece (fen): the next lower price, else
 * the current tier. undefined where another rule makes a price that no tier undercuts.
 */
export function nextTier(texts: readonly LadderText[], price: Fen): LadderText | undefined {
  const isLess = (tier: LadderText) => tier.price < price;
  return (
    texts.find((tier) => tier.state === 'gap' && isLess(tier)) ??
    texts.find((tier) => (tier.state === 'enjoyed' || tier.state === 'upTo') && tier.price === price) ??
    texts.find((tier) => tier.state === 'available' && isLess(tier))
  );
}

/** All tiers of a ladder in one sentence, by kind: 10盒以内¥5.60 up to a number, 10盒起¥5.60 from one. */
export function ladderSentence({ kind, tiers }: Ladder, unit: string): string {
  const word = kind === 'up_to' ? '以内' : '起';
  return tiers
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, price }) => `${number}${unit}${word}¥${showYuan(price)}`)
    .join('，');
}
