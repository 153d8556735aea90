/** A company's balance during the history, topped up monthly. Pure. */
import { momentFrom } from '../seed/dates.ts';
import type { Money } from './book.ts';
import { lifeDays } from './habits.ts';

type Entry = Money & { balanceAfter: number };

const month = 30;

/**
 * The entries with their running balance. The opening equals the final balance; each month begins with a top-up of what
 * that month spends, so it never falls below the opening.
 */
export function balancesOf(
  moves: readonly Money[],
  { companyId, balance, now }: { companyId: number; balance: number; now: Date },
): Entry[] {
  const top = (amount: number, at: Date, ref: string): Money => ({
    companyId,
    useType: 'top_up',
    amount,
    ref,
    note: ref === 'seed' ? '演示账户充值' : '对公转账充值',
    createdAt: at,
  });
  const months = Array.from({ length: Math.ceil(lifeDays / month) }, (_, i) => {
    const from = momentFrom(now, -lifeDays + i * month - 1);
    const to = i + 1 === Math.ceil(lifeDays / month) ? now : momentFrom(now, -lifeDays + (i + 1) * month - 1);
    const own = moves.filter(({ createdAt }) => from <= createdAt && createdAt < to);
    return { from, i, spent: -own.reduce((sum, { amount }) => sum + amount, 0) };
  });
  const all = [
    top(balance, momentFrom(now, -lifeDays - 2), 'seed'),
    ...months.filter(({ spent }) => spent > 0).map(({ from, i, spent }) => top(spent, from, `seed-${i + 1}`)),
    ...moves,
  ].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  let balanceAfter = 0;
  return all.map((entry) => {
    balanceAfter += entry.amount;
    return { ...entry, balanceAfter };
  });
}
