/** Freight, once a merchant (rules 4, step 7). */
import { type Fen, showYuan } from '../money/money.ts';
import type { QuotedFreight } from '../terms/quote-shape.ts';
import type { FreightTerms } from '../terms/terms.ts';

/** A line as freight sees it; `amount` is after full reduction and before coupons. */
export type FreightLine = {
  amount: Fen;
  quantity: number;
  isPreferred: boolean;
  isColdChain: boolean;
  freeShippingNumber: number | null;
};

/** A thing that is sent as freight sees it, at this amount. */
export function freightLineOf(
  { quantity, isPreferred, isColdChain, freeShippingNumber }: Omit<FreightLine, 'amount'>,
  amount: Fen,
): FreightLine {
  return { amount, quantity, isPreferred, isColdChain, freeShippingNumber };
}

type Rate = { fee: Fen; freeFrom: Fen | null };

/**
 * The freight of one merchant's lines. A line that reaches its own free-shipping quantity never causes freight but
 * counts towards the free amount; so freight is due only where some line is left that did not. Preferred goods with
 * a rate of their own are measured by themselves; when both kinds would cost, the dearer is charged once. The
 * cold-chain surcharge comes on top, once.
 */
export function quoteFreight(
  terms: FreightTerms,
  region: string | null,
  lines: readonly FreightLine[],
): QuotedFreight {
  if (lines.length === 0) return noFreight;
  const rate = rateFor(terms, region);
  const own = terms.preferred;
  const ordinary = part(own ? lines.filter((line) => !line.isPreferred) : lines, rate);
  const preferred = own
    ? part(
        lines.filter((line) => line.isPreferred),
        own,
      )
    : free;
  const coldChain = terms.coldChain
    ? part(
        lines.filter((line) => line.isColdChain),
        terms.coldChain,
        false,
      )
    : free;
  const byPreferred = preferred.fee > ordinary.fee;
  const charged = byPreferred ? preferred : ordinary;
  const amount = charged.fee + coldChain.fee;
  // Without the dearer of the two fees the other one is charged.
  const saving = charged.fee - (byPreferred ? ordinary : preferred).fee;
  const gap = {
    freeGap: saving > 0 ? charged.gap : null,
    gapSaving: saving > 0 && charged.gap !== null ? saving : 0,
    gapGoods: !own ? 'all' : byPreferred ? 'preferred' : 'ordinary',
    counted: charged.counted,
  } as const;
  return {
    amount,
    ordinary: byPreferred ? 0 : ordinary.fee,
    preferred: byPreferred ? preferred.fee : 0,
    coldChain: coldChain.fee,
    ...gap,
    text: freightText({ amount, ...gap }),
  };
}

/** The freight without lines. */
export const noFreight: QuotedFreight = {
  amount: 0,
  ordinary: 0,
  preferred: 0,
  coldChain: 0,
  freeGap: null,
  gapSaving: 0,
  gapGoods: 'all',
  counted: 0,
  text: null,
};

const free: { fee: Fen; gap: Fen | null; counted: number } = { fee: 0, gap: null, counted: 0 };

function part(lines: readonly FreightLine[], rate: Rate, byLine = true) {
  const due = byLine ? lines.some((line) => !shipsFree(line)) : lines.length > 0;
  if (!due || rate.fee === 0) return free;
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  if (rate.freeFrom !== null && amount >= rate.freeFrom) return free;
  return { fee: rate.fee, gap: rate.freeFrom === null ? null : rate.freeFrom - amount, counted: amount };
}

type Gap = Pick<QuotedFreight, 'amount' | 'freeGap' | 'gapSaving' | 'gapGoods'>;

const goodsWords = { all: '', preferred: '优选商品', ordinary: '非优选商品' } as const;

/** Which goods fill the gap, and what that brings: free freight, or a part where another fee stays. */
export function gapWords({ amount, gapSaving, gapGoods }: Omit<Gap, 'freeGap'>): {
  goods: string;
  effect: string;
} {
  return {
    goods: goodsWords[gapGoods],
    effect: gapSaving < amount ? `减运费¥${showYuan(gapSaving)}` : '免运费',
  };
}

/** 再买¥12.00免运费; 再买¥12.00优选商品减运费¥8.00. null without a gap. */
export function gapText(gap: Gap): string | null {
  if (gap.freeGap === null) return null;
  const { goods, effect } = gapWords(gap);
  return `再买¥${showYuan(gap.freeGap)}${goods}${effect}`;
}

function freightText(gap: Gap): string {
  if (gap.amount === 0) return '已免运费';
  const more = gapText(gap);
  return `运费¥${showYuan(gap.amount)}${more === null ? '' : `，${more}`}`;
}

function rateFor(terms: FreightTerms, region: string | null): Rate {
  if (region !== null)
    for (const rate of terms.regionFees) if (isInRegions(region, rate.regions)) return rate;
  return terms;
}

/** True when a region (code or name) lies in one of `regions`, which are prefixes of it. */
export function isInRegions(region: string, regions: readonly string[]): boolean {
  return regions.some((prefix) => prefix !== '' && region.startsWith(prefix));
}

/** True when a merchant does not deliver to the region. Without an address nothing is refused yet. */
export function isUnserved(terms: FreightTerms, region: string | null): boolean {
  return region !== null && isInRegions(region, terms.unservedRegions);
}

/** True when a line reaches its own free-shipping quantity. */
export function shipsFree(line: Pick<FreightLine, 'quantity' | 'freeShippingNumber'>): boolean {
  return line.freeShippingNumber !== null && line.quantity >= line.freeShippingNumber;
}

/** The gap text of a line with a free-shipping quantity (rules 12), null for other lines. */
export function freeShippingText(
  line: Pick<FreightLine, 'quantity' | 'freeShippingNumber'>,
  unit: string,
): string | null {
  if (line.freeShippingNumber === null) return null;
  return shipsFree(line) ? '已包邮' : `差${line.freeShippingNumber - line.quantity}${unit}包邮`;
}
