/** The lines of a red form of the buyer that the bureau tells without any: its amounts decide (rules 19). */
import { shareOf } from '../money/money.ts';
import { type InvoiceLine, sums, type TaxedAmount } from './amounts.ts';
import { type RedLine, type RedWish, redLines, restOf } from './red.ts';

/**
 * The lines of a form that names a total alone, which is negative: their sums are the total. The total of all that is left
 * takes all of it back with its pieces, that of one line this line. Else amounts alone change: of the lines whose rate makes
 * this net amount, otherwise of all, each by what is left of it. Without a total, and above what is left, all that is left.
 */
export function redLinesOfTotal(
  blue: readonly InvoiceLine[],
  earlier: readonly (readonly RedLine[])[],
  { net, tax }: Omit<TaxedAmount, 'gross'>,
): RedLine[] {
  const rest = restOf(blue, earlier);
  const all = redLines(blue, earlier, rest);
  const total = { gross: net + tax, net, tax };
  if (total.gross >= 0 || total.gross <= sums(all).gross) return all;
  for (const wish of rest) {
    const line = redLines(blue, earlier, [wish]);
    if (isSame(sums(line), total)) return line;
  }
  const ofRates = [
    ...Map.groupBy(rest, ({ blueSeq }) => blue.find(({ seq }) => seq === blueSeq)?.rate).values(),
  ];
  for (const wishes of ofRates) {
    const lines = spread(blue, earlier, wishes, -total.gross);
    if (lines !== null && Math.abs(sums(lines).net - net) <= lines.length) return settle(lines, net);
  }
  return settle(spread(blue, earlier, rest, -total.gross) ?? all, net);
}

const isSame = (one: TaxedAmount, other: TaxedAmount) => one.gross === other.gross && one.net === other.net;

/** An amount over lines by what is left of each; null where less is left. */
function spread(
  blue: readonly InvoiceLine[],
  earlier: readonly (readonly RedLine[])[],
  wishes: readonly RedWish[],
  gross: number,
): RedLine[] | null {
  const left = wishes.reduce((sum, wish) => sum + wish.gross, 0);
  if (left < gross) return null;
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
function settle(lines: readonly RedLine[], net: number): RedLine[] {
  let rest = net - sums(lines).net;
  return lines.map((line) => {
    if (rest === 0 || line.gross >= 0) return line;
    const moved = Math.min(Math.max(rest, line.tax), -line.net);
    rest -= moved;
    return { ...line, net: line.net + moved, tax: line.tax - moved };
  });
}
