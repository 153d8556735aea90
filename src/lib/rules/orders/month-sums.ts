/** 采购对账: what was paid and got back by month and merchant, put together and summed (rules 4). */
import type { Fen } from '../money/money.ts';
import type { EpochMs } from '../terms/terms.ts';
import { monthOf, monthSpan } from './statements.ts';

/** Months that one statement covers at most. */
export const mostMonths = 24;

/** The refusal of more. */
export const tooManyMonths = `一次最多查${mostMonths}个月，请分次查询`;

/**
 * The months of a statement, `to` included: this month for what is left out, in order where they are the wrong way
 * round. Null where they are too many.
 */
export function askedMonths(
  asked: { from: string; to: string },
  now: EpochMs,
): { from: string; to: string; span: { from: EpochMs; to: EpochMs } } | null {
  const present = monthOf(now);
  const last = asked.to || [asked.from, present].sort().at(-1) || present;
  const [from = last, to = last] = [asked.from || last, last].sort();
  const [begin, end] = [monthSpan(from), monthSpan(to)];
  if (begin === null || end === null) throw new RangeError(`no months: ${from}, ${to}`);
  return monthsBetween(from, to) > mostMonths ? null : { from, to, span: { from: begin.from, to: end.to } };
}

/** The number of months from one to another, both included. */
function monthsBetween(from: string, to: string): number {
  const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  return number(to) - number(from) + 1;
}

export interface MonthSum {
  month: string;
  merchantId: number;
  /** Orders that were paid in the month. */
  orders: number;
  paid: Fen;
  /** Refunds of the month, also of orders that were paid before. */
  refunded: Fen;
}

/** A row for each month and merchant in which something was paid or got back, the newest month first. */
export function monthSums(
  paid: readonly Omit<MonthSum, 'refunded'>[],
  refunded: readonly Pick<MonthSum, 'month' | 'merchantId' | 'refunded'>[],
): MonthSum[] {
  const rows = new Map<string, MonthSum>();
  const rowOf = ({ month, merchantId }: Pick<MonthSum, 'month' | 'merchantId'>) => {
    const key = `${month} ${merchantId}`;
    const row = rows.get(key) ?? { month, merchantId, orders: 0, paid: 0, refunded: 0 };
    rows.set(key, row);
    return row;
  };
  for (const one of paid) {
    const row = rowOf(one);
    row.orders += one.orders;
    row.paid += one.paid;
  }
  for (const one of refunded) rowOf(one).refunded += one.refunded;
  return [...rows.values()].sort(
    (a, b) => b.month.localeCompare(a.month) || b.paid - a.paid || a.merchantId - b.merchantId,
  );
}

/** The sum of all rows. */
export function sumOf(
  rows: readonly Pick<MonthSum, 'orders' | 'paid' | 'refunded'>[],
): Pick<MonthSum, 'orders' | 'paid' | 'refunded'> {
  return rows.reduce(
    (sum, { orders, paid, refunded }) => ({
      orders: sum.orders + orders,
      paid: sum.paid + paid,
      refunded: sum.refunded + refunded,
    }),
    { orders: 0, paid: 0, refunded: 0 },
  );
}
