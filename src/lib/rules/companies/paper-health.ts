/** What a company can no longer buy after the end of each licence (rules 1, 2). */
import type { Fen } from '../money/money.ts';
import type { EpochMs } from '../terms/terms.ts';
import {
  findExpiredPaper,
  type GoodsScope,
  goesOn,
  isInScope,
  type Paper,
  type ScopeCode,
  scopeCodes,
  unknownScope,
} from './qualification.ts';

/** Days of purchase history that are considered. */
export const healthDays = 90;
/** Spending is stated per this number of days. */
const monthDays = 30;

/** An item bought in those days, and the amount paid less refunds. */
export interface BoughtGoods {
  scope: GoodsScope;
  paid: Fen;
}

/** The end of a licence. */
export interface PaperEnd<G extends BoughtGoods> {
  paper: Paper & { validTo: EpochMs };
  /** It has expired: the effect applies now. */
  isOver: boolean;
  /** Scopes of the company that are blocked from then on. */
  scopes: ScopeCode[];
  /** The bought items that cannot be bought again, the most expensive first. */
  goods: G[];
  /** What it pays for these in thirty days, fen. */
  monthly: Fen;
}

/**
 * The ends of a company's licences, the first to end first. Each blocks what the one before has left: items of a scope
 * without a valid licence from the moment after it. A licence that another one continues is left out.
 */
export function paperEnds<G extends BoughtGoods>(
  { papers, scopes }: { papers: readonly Paper[]; scopes: readonly ScopeCode[] },
  bought: readonly G[],
  now: EpochMs,
): PaperEnd<G>[] {
  const ending = papers.filter(hasEnd).filter((paper) => !papers.some((other) => goesOn(other, paper)));
  return ending
    .toSorted((a, b) => a.validTo - b.validTo)
    .map((paper) => {
      const isOver = now > paper.validTo;
      const after = paper.validTo + 1;
      const ends = scopeCodes.filter(
        (code) =>
          isInScope(code, scopes) &&
          isBlocked(code, papers, after) &&
          !isBlocked(code, papers, paper.validTo) &&
          (!isOver || isBlocked(code, papers, now)),
      );
      const goods = bought
        .filter(({ scope }) => scope !== null && scope !== unknownScope && ends.includes(scope))
        .toSorted((a, b) => b.paid - a.paid);
      const paid = goods.reduce((sum, one) => sum + one.paid, 0);
      return { paper, isOver, scopes: ends, goods, monthly: Math.round((paid * monthDays) / healthDays) };
    });
}

function hasEnd(paper: Paper): paper is Paper & { validTo: EpochMs } {
  return paper.validTo !== null;
}

function isBlocked(scope: ScopeCode, papers: readonly Paper[], at: EpochMs): boolean {
  return findExpiredPaper(scope, papers, at) !== null;
}
