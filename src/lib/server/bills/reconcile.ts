/** Fetches the bills of payment providers each day and compares them with our books (rules 5). */
import { accountProblemOf, billDays, billHour, problemOf } from '#lib/rules/orders/bill.ts';
import type { RemoteState } from '#lib/rules/orders/remote-state.ts';
import { dayKey, findDay } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { listReady } from '../core/jobs/job-rows.ts';
import type { Db } from '../db/client.ts';
import type { BillSource } from '../ports/payments/bills.ts';
import { listBillSources } from '../ports/payments/providers.ts';
import { listBilled, listMoved, listUnbilled, type Moved } from './compare-rows.ts';
import {
  askAgain,
  type Difference,
  hasLines,
  listOpenDays,
  listReadDays,
  saveBill,
  saveDifferences,
} from './rows.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** A payment just before midnight may be reported after it: it counts for one more day. */
const late = 10 * 60_000;
/** A sent refund may be on a bill before its success is reported to us. */
const sent: readonly RemoteState[] = ['sent', 'unknown', 'done'];

/**
 * Reads the available bills of the last days that were not read, and checks days with differences again. A provider
 * that does not answer, or an incomplete bill, is asked again later; after some tries it raises an alarm.
 */
export async function reconcileBills(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'reconcileBills',
    now,
    list: async () => listReady(db, 'reconcileBills', await listDays(db, now), now),
    work: (key) => reconcile(db, key, now),
  });
}

/** `provider day`, the oldest first. */
async function listDays(db: Db, now: Date): Promise<string[]> {
  // The bill of a day is available in the morning after it.
  const newest = now.getTime() - day - billHour * hour;
  const days = Array.from({ length: billDays }, (_, at) => dayKey(newest - at * day)).reverse();
  const keys: string[] = [];
  for (const { source } of listBillSources()) {
    const [read, open] = await Promise.all([listReadDays(db, source, days), listOpenDays(db, source)]);
    const wanted = new Set([...open, ...days.filter((one) => !read.includes(one))]);
    keys.push(...[...wanted].sort().map((one) => `${source} ${one}`));
  }
  return keys;
}

async function reconcile(db: Db, key: string, now: Date): Promise<number> {
  const [name = '', date = ''] = key.split(' ');
  const source = must(
    listBillSources().find((one) => one.source === name),
    `house ${name}`,
  );
  const { accountOf } = source;
  // The list of trades of that day is read first.
  if (accountOf !== undefined && (await listReadDays(db, accountOf, [date])).length === 0) return 0;
  const isRead = (await listReadDays(db, name, [date])).length > 0;
  // No lock is held while the provider is asked. Some accounts publish their bill later than others: days with
  // differences are asked for again for some days.
  const isAsked = !isRead || (accountOf !== undefined && isFresh(date, now));
  const lines = isAsked ? await source.bill(date) : [];
  // No bill and no money of ours that day: nothing moved. Otherwise the bill may still come, until too long has passed.
  if (!isRead && lines === null && isFresh(date, now) && (await hasMoney(db, source, date))) return 0;
  return db.transaction(async (tx) => {
    if (isAsked) await saveBill(tx, { source: name, day: date, lines: lines ?? [] }, now);
    if (accountOf !== undefined) {
      const moved = await listMoved(tx, { source: name, accountOf, day: date });
      return saveDifferences(tx, { source: name, day: date, found: moved.flatMap(differenceOf) }, now);
    }
    const found: Difference[] = [];
    for (const { line, booked } of await listBilled(tx, name, date, sent)) {
      const problem = problemOf(line, booked);
      if (problem === null) continue;
      const { kind, no, providerNo, amount } = line;
      found.push({ kind, no, providerNo, problem, ours: booked?.amount ?? null, theirs: amount });
    }
    for (const { amount, ...line } of await listOurs(tx, source, date))
      found.push({ ...line, problem: 'absent', ours: amount, theirs: null });
    await askAgain(
      tx,
      found.filter(({ kind, problem }) => kind === 'payment' && problem === 'unbooked').map(({ no }) => no),
      now,
    );
    return saveDifferences(tx, { source: name, day: date, found }, now);
  });
}

function differenceOf({ trade, account, ...line }: Moved): Difference[] {
  const problem = accountProblemOf({ trade, account });
  return problem === null ? [] : [{ ...line, problem, ours: trade, theirs: account }];
}

/** True when something should be on the bill of a day: by our books, or for an account by the list of trades. */
async function hasMoney(db: Db, source: BillSource, date: string): Promise<boolean> {
  if (source.accountOf !== undefined) return hasLines(db, source.accountOf, date);
  return (await listOurs(db, source, date)).length > 0;
}

function listOurs(db: Parameters<typeof listUnbilled>[0], { source, providers }: BillSource, date: string) {
  const start = must(findDay(date), `day ${date}`) - late;
  return listUnbilled(db, { source, providers, from: new Date(start), to: new Date(start + day) });
}

/** The bill may still be made: the day is yesterday or the day before. */
function isFresh(date: string, now: Date): boolean {
  return now.getTime() - must(findDay(date), `day ${date}`) < 3 * day;
}
