/** 到手单价 of the lines of a quote: what each pays, with the freight that it adds. */
import type { Fen } from '../money/money.ts';
import { type FreightLine, freightLineOf, quoteFreight } from '../promotions/freight.ts';
import type { Quote, QuotedLine } from '../terms/quote-shape.ts';
import type { FreightTerms, Id, MerchantTerms } from '../terms/terms.ts';

/** `freight` is what a line adds to its merchant's freight, `others` what the other lines pay of it already. */
export type AddedFreight = { freight: Fen; others: Fen };

/** The price of a piece of a line. */
export type NetOfLine = AddedFreight & { price: Fen };

/** The freight of a merchant's lines with one of them and without it. */
export function addedFreight(
  terms: FreightTerms,
  region: string | null,
  line: FreightLine,
  others: readonly FreightLine[],
): AddedFreight {
  const { amount } = quoteFreight(terms, region, [...others, line]);
  if (amount === 0) return { freight: 0, others: 0 };
  const freight = Math.max(0, amount - quoteFreight(terms, region, others).amount);
  return { freight, others: amount - freight };
}

/**
 * The price of a piece of each counting line, by line id: what the line pays after full reduction and coupons, and the
 * freight that it adds to its merchant's, rounded up to the fen. Vouchers are money and no part of it.
 */
export function netOfLines(
  { lines, groups }: Pick<Quote, 'lines' | 'groups'>,
  merchants: readonly MerchantTerms[],
  region: string | null,
): Map<Id, NetOfLine> {
  const found = new Map<Id, NetOfLine>();
  const terms = new Map(merchants.map(({ id, freight }) => [id, freight]));
  const charged = new Map(groups.map(({ merchantId, freight }) => [merchantId, freight.amount]));
  const byMerchant = new Map<Id, QuotedLine[]>();
  for (const line of lines) {
    if (!line.counts || line.merchantId === null) continue;
    const group = byMerchant.get(line.merchantId);
    if (group) group.push(line);
    else byMerchant.set(line.merchantId, [line]);
  }
  for (const [merchantId, group] of byMerchant) {
    const own = terms.get(merchantId);
    const sent = group.map((line) => freightLineOf(line, line.gross - line.discounts.fullReduction));
    for (const [at, line] of group.entries()) {
      const mine = sent[at];
      const added =
        own === undefined || mine === undefined || charged.get(merchantId) === 0
          ? { freight: 0, others: 0 }
          : addedFreight(
              own,
              region,
              mine,
              sent.filter((one) => one !== mine),
            );
      const paid = line.paid + line.discounts.voucher;
      found.set(line.id, { price: Math.ceil((paid + added.freight) / line.quantity), ...added });
    }
  }
  return found;
}
