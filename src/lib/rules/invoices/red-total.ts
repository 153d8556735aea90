/** The lines of a red form of the buyer that the bureau tells without any: its amounts decide (rules 19). */
import { type Fen, shareOf } from '../money/money.ts';
import { type InvoiceLine, minus, pairsOf, sums, type TaxedAmount } from './amounts.ts';
import { type RedLine, type RedWish, redLines, restOf } from './red.ts';

/** Most sets of several lines that are looked at: all of 12 lines, all pairs of 100. */
const mostSets = 5_000;

/**
 * The lines of a form that names a total alone, which is negative: their sums are the total. The total of all that is left
 * takes all of it back with its pieces, that of what refunds have due (`due`, within what is left) or of some whole lines
 * takes these. Else amounts alone change: of the lines whose rate makes this net amount, otherwise of all, each by what is
 * left of it. Without a total, and above what is left, all that is left. An exempt line gets no tax, whatever the total says.
 */
export function redLinesOfTotal(
  blue: readonly InvoiceLine[],
  earlier: readonly (readonly RedLine[])[],
  { net, tax }: Omit<TaxedAmount, 'gross'>,
  due: readonly RedWish[] = [],
): RedLine[] {
  const rest = restOf(blue, earlier);
  const all = redLines(blue, earlier, rest);
  const total = { gross: net + tax, net, tax };
  if (total.gross >= 0 || total.gross <= sums(all).gross) return all;
  const rateOf = new Map(blue.map(({ seq, rate }) => [seq, rate]));
  const isExempt = ({ blueSeq }: RedLine) => rateOf.get(blueSeq) === 0;
  // A fen of each line may have been rounded in another way.
  const fits = (lines: readonly RedLine[]) => Math.abs(sums(lines).net - net) <= lines.length;
  const refunded = redLines(blue, earlier, due);
  if (sums(refunded).gross === total.gross && fits(refunded)) {
    const lines = settle(refunded, net, isExempt);
    if (sums(lines).net === net) return lines;
  }
  const whole = findWhole(blue, refunded, total) ?? findWhole(blue, all, total);
  if (whole !== null) return whole;
  for (const wishes of Map.groupBy(rest, ({ blueSeq }) => rateOf.get(blueSeq)).values()) {
    if (grossOf(wishes) < -total.gross) continue;
    const some = spread(blue, earlier, wishes, -total.gross);
    const lines = settle(some, net, isExempt);
    if (fits(some) && sums(lines).net === net) return lines;
  }
  return settle(spread(blue, earlier, rest, -total.gross), net, isExempt);
}

/**
 * Those of the lines, each with its discount, that make a total together: as few as do, of equally many the first. Null
 * where none do, and where too many sets would have to be looked at.
 */
function findWhole(
  blue: readonly InvoiceLine[],
  lines: readonly RedLine[],
  total: TaxedAmount,
): RedLine[] | null {
  const goodsOf = new Map<number, number>();
  for (const [goods, discount] of pairsOf(blue))
    for (const line of [goods, discount ?? goods]) goodsOf.set(line.seq, goods.seq);
  const parts = [...Map.groupBy(lines, ({ blueSeq }) => goodsOf.get(blueSeq)).values()];
  const amounts = parts.map(sums);
  let sets: { from: number; picked: RedLine[]; left: TaxedAmount }[] = [{ from: 0, picked: [], left: total }];
  for (let size = 1, looked = 0; sets.length > 0; size += 1) {
    const larger: typeof sets = [];
    for (const { from, picked, left } of sets)
      for (const [nth, amount] of amounts.slice(from).entries()) {
        if (size > 1 && ++looked > mostSets) return null;
        const set = {
          from: from + nth + 1,
          picked: [...picked, ...(parts[from + nth] ?? [])],
          left: minus(left, amount),
        };
        if (set.left.gross === 0 && set.left.net === 0) return set.picked;
        if (set.left.gross < 0) larger.push(set);
      }
    sets = larger;
  }
  return null;
}

const grossOf = (wishes: readonly RedWish[]): Fen => wishes.reduce((sum, { gross }) => sum + gross, 0);

/** An amount, of which as much is left, over lines by what is left of each. */
function spread(
  blue: readonly InvoiceLine[],
  earlier: readonly (readonly RedLine[])[],
  wishes: readonly RedWish[],
  gross: Fen,
): RedLine[] {
  const left = grossOf(wishes);
  let [before, given] = [0, 0];
  const some = wishes.map(({ blueSeq, gross: own }): RedWish => {
    before += own;
    const share = shareOf(gross, before, left) - given;
    given += share;
    return { blueSeq, pieces: null, gross: share };
  });
  return redLines(
    blue,
    earlier,
    some.filter((wish) => wish.gross > 0),
  );
}

/** The same lines with this net amount in all: what differs moves between net and tax, no sign of a line is turned. */
function settle(lines: readonly RedLine[], net: Fen, isExempt: (line: RedLine) => boolean): RedLine[] {
  let rest = net - sums(lines).net;
  return lines.map((line) => {
    if (rest === 0 || line.gross >= 0 || isExempt(line)) return line;
    const moved = Math.min(Math.max(rest, line.tax), -line.net);
    rest -= moved;
    return { ...line, net: line.net + moved, tax: line.tax - moved };
  });
}
