/** A reader's cart, as far as the price of one more item depends on it: made once, asked for many items. */
import type { Fen } from '../money/money.ts';
import type { FreightLine } from '../promotions/freight.ts';
import { emptyChoices, type QuoteLine } from '../terms/asked.ts';
import type { QuotedLine } from '../terms/quote-shape.ts';
import type { EpochMs, GoodsTerms, Id, Offers } from '../terms/terms.ts';
import { quote } from './quote.ts';
import { indexOffers } from './quote-work.ts';

/** A line that counts. `reduced` is after full reduction, `rest` after its merchant's coupon too. */
export type CountingLine = Omit<FreightLine, 'amount'> & {
  id: Id;
  merchantId: Id;
  gross: Fen;
  reduced: Fen;
  rest: Fen;
  /** Its running full reduction, also one that is not reached. */
  reductionId: Id | null;
  withCoupon: boolean;
  /** Some of it has the price of a flash sale. */
  isFlash: boolean;
};

export type Beside = {
  /** The whole cart, also what is not ticked. */
  lines: readonly QuoteLine[];
  offers: Offers;
  /** By id. */
  counting: readonly CountingLine[];
  byMerchant: ReadonlyMap<Id, readonly CountingLine[]>;
  /** What the lines that take coupons come to after full reduction, by merchant. */
  eligible: ReadonlyMap<Id, Fen>;
  /** The line that another purchase of an item changes, by item. */
  own: ReadonlyMap<Id, QuoteLine>;
  /** Items that ticked lines contain in another way too: they share stock, limits and promo with their own line. */
  mixed: ReadonlySet<Id>;
  /** Merchants with an add-on in the cart: one line more or less decides whether it may be bought. */
  withAddOns: ReadonlySet<Id>;
};

/** Whether a line of this kind is what an item has in a cart by itself. */
export function isOwnLine(kind: QuoteLine['kind']): boolean {
  return kind === 'normal' || kind === 'flash';
}

/** A line that is not in the cart yet is its last one: of equal remainders the earlier line gets the fen. */
export const newLineId = Number.MAX_SAFE_INTEGER;

/** A cart with so many pieces of an item, ticked: in the line that it has already, else in a new one. */
export function withLine(
  lines: readonly QuoteLine[],
  goodsId: Id,
  quantity: number,
  kind: QuoteLine['kind'] = 'normal',
): { lines: QuoteLine[]; id: Id } {
  const known = lines.find((line) => line.goodsId === goodsId && isOwnLine(line.kind));
  const own = known ?? { id: newLineId, kind, goodsId, activityId: null };
  return {
    lines: [...lines.filter((line) => line !== known), { ...own, quantity, isSelected: true }],
    id: own.id,
  };
}

/** null where nothing is ticked: what is added then stands alone. */
export function besideOf(
  lines: readonly QuoteLine[],
  region: string | null,
  offers: Offers,
  now: EpochMs,
): Beside | null {
  if (!lines.some(({ isSelected }) => isSelected)) return null;
  const made = quote(lines, { companyId: 0, region, choices: emptyChoices }, offers, now);
  const reductions = new Map<Id, Id>();
  for (const { activities } of made.groups)
    for (const { id, kind, lineIds } of activities)
      if (kind === 'full_reduction') for (const line of lineIds) reductions.set(line, id);
  const counting = made.lines
    .flatMap((line) => countingLine(line, reductions.get(line.id) ?? null))
    .sort((a, b) => a.id - b.id);
  const eligible = new Map<Id, Fen>();
  const byMerchant = new Map<Id, CountingLine[]>();
  for (const line of counting) {
    const { merchantId, withCoupon, reduced } = line;
    if (withCoupon) eligible.set(merchantId, (eligible.get(merchantId) ?? 0) + reduced);
    const group = byMerchant.get(merchantId);
    if (group) group.push(line);
    else byMerchant.set(merchantId, [line]);
  }
  return { lines, offers, counting, byMerchant, eligible, ...tangles(lines, offers) };
}

function countingLine(line: QuotedLine, reductionId: Id | null): CountingLine[] {
  const { id, merchantId, gross, discounts, withCoupon, segments } = line;
  if (!line.counts || merchantId === null) return [];
  const { quantity, isPreferred, isColdChain, freeShippingNumber } = line;
  const reduced = gross - discounts.fullReduction;
  const rest = reduced - discounts.merchantCoupon;
  const isFlash = segments.some(({ rule }) => rule === 'flash');
  const sent = { quantity, isPreferred, isColdChain, freeShippingNumber };
  return [{ id, merchantId, gross, reduced, rest, reductionId, withCoupon, isFlash, ...sent }];
}

function tangles(lines: readonly QuoteLine[], offers: Offers): Pick<Beside, 'own' | 'mixed' | 'withAddOns'> {
  const { goods, combinations } = indexOffers(offers);
  const own = new Map<Id, QuoteLine>();
  const mixed = new Set<Id>();
  const withAddOns = new Set<Id>();
  for (const line of lines) {
    const { goodsId, kind, activityId, isSelected } = line;
    if (goodsId !== null && isOwnLine(kind)) {
      if (own.has(goodsId)) mixed.add(goodsId);
      own.set(goodsId, line);
      continue;
    }
    if (!isSelected) continue;
    if (goodsId !== null) mixed.add(goodsId);
    for (const part of combinations.get(activityId ?? 0)?.parts ?? []) mixed.add(part.goodsId);
    const merchantId = goods.get(goodsId ?? 0)?.merchantId;
    if (kind === 'add_on' && merchantId !== undefined) withAddOns.add(merchantId);
  }
  return { own, mixed, withAddOns };
}

/** Whether the cart can change what an item comes to: it has lines of its merchant, or a coupon counts over all. */
export function isTouched(
  { byMerchant, eligible, mixed, withAddOns }: Beside,
  { id, merchantId, withCoupon }: Pick<GoodsTerms, 'id' | 'merchantId' | 'withCoupon'>,
  hasPlatformCoupon: boolean,
): boolean {
  if (byMerchant.has(merchantId) || withAddOns.has(merchantId) || mixed.has(id)) return true;
  return withCoupon && hasPlatformCoupon && eligible.size > 0;
}
