/** Activities that run or are to come, with all of their goods: read once, and again when one of them changes. */
import type { SoldNow } from '../bus/channels.ts';
import type { Db, Tx } from '../db/client.ts';
import {
  type ActivityGoodsRow,
  type ActivityWithGoods,
  listActivities,
  listOpenActivities,
} from '../repos/offers.ts';
import { FollowedRows } from './rows.ts';

/** An activity with the ways to its goods. */
interface Entry {
  of: ActivityWithGoods;
  subjects: ReadonlyMap<number, ActivityGoodsRow[]>;
  /** Gifts, add-ons, parts; and subjects that come along with some activity as one of these. */
  always: readonly ActivityGoodsRow[];
}

/** All activities of one reading. */
interface Book {
  entries: ReadonlyMap<number, Entry>;
  /** Ids of the activities that a goods is in, in their order. */
  byGoods: ReadonlyMap<number, readonly number[]>;
  /** Those that go over every goods. */
  overAll: readonly number[];
  /** By the id of its row: what an activity has sold of a goods since the book was read. */
  sold: Map<number, number>;
}

/** One book, under one key. */
const books = new FollowedRows<'open', Book>(1);

/**
 * Activities that run at `now`, or begin before `until`, and touch any of the goods; cashback over everything too. Those
 * of `activityIds` come whenever they run: a line that names one is to say that it is over.
 */
export async function findActivities(
  db: Db | Tx,
  goodsIds: readonly number[],
  activityIds: readonly number[],
  now: Date,
  until: Date,
): Promise<ActivityWithGoods[]> {
  if (!books.isHeard(db)) return listActivities(db, goodsIds, activityIds, now, until);
  const found = await books.get(db, ['open'], async () => [
    ['open', bookOf(await listOpenActivities(db, now))] as const,
  ]);
  const book = found.get('open');
  // What is over, or closed, stands in no book.
  if (book === undefined || activityIds.some((id) => !book.entries.has(id)))
    return listActivities(db, goodsIds, activityIds, now, until);
  return chosen(book, goodsIds, activityIds, { now, until });
}

function bookOf(activities: readonly ActivityWithGoods[]): Book {
  const come = new Set(activities.flatMap(({ goods }) => goods.filter(isAlong).map((row) => row.goodsId)));
  const byGoods = new Map<number, number[]>();
  const entries = new Map<number, Entry>();
  for (const of of activities) {
    const { id } = of.activity;
    for (const goodsId of new Set(of.goods.map((row) => row.goodsId))) {
      const ids = byGoods.get(goodsId);
      if (ids === undefined) byGoods.set(goodsId, [id]);
      else ids.push(id);
    }
    entries.set(id, {
      of,
      subjects: Map.groupBy(
        of.goods.filter((row) => !isAlong(row) && !come.has(row.goodsId)),
        (row) => row.goodsId,
      ),
      always: of.goods.filter((row) => isAlong(row) || come.has(row.goodsId)),
    });
  }
  const overAll = activities.flatMap(({ activity }) => (activity.kind === 'cashback' ? [activity.id] : []));
  return { entries, byGoods, overAll, sold: new Map() };
}

function isAlong(row: ActivityGoodsRow): boolean {
  return row.role !== 'subject';
}

function chosen(
  { entries, byGoods, overAll, sold }: Book,
  goodsIds: readonly number[],
  activityIds: readonly number[],
  { now, until }: { now: Date; until: Date },
): ActivityWithGoods[] {
  const named = new Set(activityIds);
  const ids = new Set([...goodsIds.flatMap((id) => byGoods.get(id) ?? []), ...overAll, ...named]);
  const found: ActivityWithGoods[] = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    const entry = entries.get(id);
    if (entry === undefined) continue;
    const { activity } = entry.of;
    if (!named.has(id) && (activity.endsAt <= now || activity.startsAt > until)) continue;
    const subjects = [...new Set(goodsIds)].flatMap((goodsId) => entry.subjects.get(goodsId) ?? []);
    const rows = [...entry.always, ...subjects].sort((a, b) => a.sort - b.sort || a.id - b.id);
    const goods = rows.map((row) => {
      const now = sold.get(row.id);
      return now === undefined ? row : { ...row, sold: now };
    });
    found.push({ activity, goods });
  }
  return found;
}

export function hearActivities(db: Db | null): void {
  books.hear(db);
}

export function dropActivities(): void {
  books.dropAll();
}

/** Takes over what orders have bought in activities. */
export function changeSold(all: readonly SoldNow[] | 'all'): void {
  if (all === 'all') books.dropAll();
  else
    books.change('open', (book) => {
      for (const { id, sold } of all) book.sold.set(id, sold);
      return book;
    });
}
