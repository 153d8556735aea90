/** What the end of each paper will keep a company from buying again (rules 1, 2). */
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

/** So many days back is looked for what a company buys. */
export const healthDays = 90;
/** What it spends is told for so many days. */
const monthDays = 30;

/** A goods that was bought in those days, and what was paid for it less what was given back. */
export interface BoughtGoods {
  scope: GoodsScope;
  paid: Fen;
}

/** The end of a paper. */
export interface PaperEnd<G extends BoughtGoods> {
  paper: Paper & { validTo: EpochMs };
  /** The last moment has passed: what is said is so now. */
  isOver: boolean;
  /** Scopes of the company in which nothing can be bought from then on. */
  scopes: ScopeCode[];
  /** Of what was bought: what cannot be bought again, the dearest first. */
  goods: G[];
  /** What it pays for these in thirty days, fen. */
  monthly: Fen;
}

/**
 * The ends of a company's papers, the first to end first. Each blocks what the one before has left: goods of a scope for
 * which no paper is in force from the moment after it. A paper that another one goes on from is left out.
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
