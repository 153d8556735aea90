/** Prizes of a wheel, what they cost, and which changes of an open wheel are allowed (rules 6). */
import type { Fen } from '../money/money.ts';
import type { EpochMs } from '../terms/terms.ts';

/** What a prize is. `nothing` is a ticket without a prize: it is counted and shown like the others. */
export const prizeKinds = ['points', 'coupon', 'voucher', 'thing', 'nothing'] as const;
export type PrizeKind = (typeof prizeKinds)[number];

/** The top prize is worth at most 50,000 yuan (规范促销行为暂行规定, article 14). */
export const maxPrizeWorth: Fen = 50_000_00;

export interface PrizeTerms {
  id: number;
  kind: PrizeKind;
  /** Tickets with this prize. */
  count: number;
  /** What one costs who pays for it. */
  cost: Fen;
}

/** What a wheel costs: all that is expected of so many draws, and the dearest that they can be. */
export interface WheelCost {
  tickets: number;
  /** All tickets drawn. */
  all: Fen;
  mean: Fen;
  worst: Fen;
  perDraw: Fen;
}

/** The cost of the first `draws` draws: exact mean, and the dearest tickets first for the worst. Means round half up. */
export function wheelCost(prizes: readonly Pick<PrizeTerms, 'count' | 'cost'>[], draws: number): WheelCost {
  const tickets = prizes.reduce((sum, { count }) => sum + count, 0);
  const all = prizes.reduce((sum, { count, cost }) => sum + count * cost, 0);
  const drawn = Math.min(draws, tickets);
  let left = drawn;
  let worst = 0;
  for (const { count, cost } of [...prizes].sort((a, b) => b.cost - a.cost)) {
    const taken = Math.min(count, left);
    worst += taken * cost;
    left -= taken;
  }
  const meanOf = (some: number) => (tickets === 0 ? 0 : Math.round((all * some) / tickets));
  return { tickets, all, mean: meanOf(drawn), worst, perDraw: meanOf(1) };
}

/** The odds of a prize in a text: 1/200 as 0.5%. Six digits at most; a prize that is there is never 0%. */
export function oddsText(count: number, tickets: number): string {
  if (count === 0 || tickets === 0) return '0%';
  const percent = (100 * count) / tickets;
  const rounded = Number(percent.toFixed(percent >= 1 ? 2 : 4));
  return `${rounded === 0 ? '<0.0001' : rounded}%`;
}

/** An open wheel as a change finds it, and as it would be; `left` tickets of a prize are not drawn yet. */
export interface OpenTerms {
  closesAt: EpochMs;
  prizes: readonly (PrizeTerms & { left: number })[];
}
export interface ChangedTerms {
  closesAt: EpochMs;
  prizes: readonly PrizeTerms[];
}

/**
 * Why a change of an open wheel is refused; null where no buyer loses by it. Tickets may be added: of the tickets that
 * are left, no smaller share than before is worth any amount or more (decisions, top prize).
 */
export function refusalOfChange(before: OpenTerms, after: ChangedTerms): string | null {
  if (after.closesAt < before.closesAt) return '活动开始后结束时间只能延后';
  for (const prize of before.prizes) {
    const now = after.prizes.find(({ id }) => id === prize.id);
    if (!now) return '活动开始后不能减少奖项';
    if (now.kind !== prize.kind || now.cost !== prize.cost) return '活动开始后不能更换奖品或改变奖品价值';
    if (now.count < prize.count) return '活动开始后奖品数量只能增加';
  }
  const added = after.prizes.map((prize) => {
    const known = before.prizes.find(({ id }) => id === prize.id);
    return { ...prize, count: prize.count - (known?.count ?? 0) };
  });
  const left = before.prizes.map((prize) => ({ ...prize, count: prize.left }));
  const isWorse = [...left, ...added].some(
    ({ cost }) => countFrom(added, cost) * countFrom(left, 0) < countFrom(left, cost) * countFrom(added, 0),
  );
  return isWorse ? '增加的奖券会降低现有奖品的中奖概率，请按比例增加更高价值的奖品' : null;
}

/** Tickets that are worth so much or more. */
function countFrom(prizes: readonly Pick<PrizeTerms, 'count' | 'cost'>[], cost: Fen): number {
  return prizes.reduce((sum, prize) => sum + (prize.cost >= cost ? prize.count : 0), 0);
}
