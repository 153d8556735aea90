/** The months of a statement (rules 4). */
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
