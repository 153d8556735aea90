/** Cache of running and coming activities with all of their items; read again when one of them changes. */

import {
  type ActivityGoodsRow,
  type ActivityWithGoods,
  listActivities,
  listOpenActivities,
} from '../catalogue/offer-rows.ts';
import type { Message } from '../core/bus/channels.ts';
import { log } from '../core/process/log.ts';
import type { Db, Tx } from '../db/client.ts';

/** An activity with the rows that lead to its items. */
interface Entry {
  of: ActivityWithGoods;
  subjects: ReadonlyMap<number, ActivityGoodsRow[]>;
  /** Gifts, add-ons, parts; and items that take part in some activity as one of these. */
  always: readonly ActivityGoodsRow[];
}

/** All activities of one reading. */
interface Book {
  entries: ReadonlyMap<number, Entry>;
  /** Ids of the activities of an item, in their order. */
  byGoods: ReadonlyMap<number, readonly number[]>;
  /** Activities that cover every item. */
  overAll: readonly number[];
  /** By row id: how much of an item an activity has sold, where that differs from what was read. */
  sold: Map<number, number>;
}

/** The database whose announcements arrive; null without announcements. */
let source: Db | null = null;
let book: Book | null = null;
/** Sales announced since the reading in progress began; null while nothing is read. */
let soldReceived: Map<number, number> | null = null;
/** Counts the changes that make a reading outdated. */
let changes = 0;

/**
 * Activities that run at `now`, or begin before `until`, and touch any of the items; cashback over everything too.
 * Those of `activityIds` are always included: a cart line that names one has to show that it is over.
 */
export async function findActivities(
  db: Db | Tx,
  goodsIds: readonly number[],
  activityIds: readonly number[],
  now: Date,
  until: Date,
): Promise<ActivityWithGoods[]> {
  if (source !== null && db === source) {
    // The book has no finished or closed activities.
    if (book !== null && activityIds.every((id) => book?.entries.has(id)))
      return chosen(book, goodsIds, activityIds, { now, until });
    if (book === null && soldReceived === null) void readBook(source, now);
  }
  return listActivities(db, goodsIds, activityIds, now, until);
}

/** One reader fills the book apart from the requests: until it is there, each request reads what it needs. */
async function readBook(db: Db, now: Date): Promise<void> {
  soldReceived = new Map();
  const before = changes;
  try {
    const made = bookOf(await listOpenActivities(db, now));
    for (const [id, sold] of soldReceived) made.sold.set(id, sold);
    if (changes === before) book = made;
  } catch (error) {
    log().warn({ err: error }, 'activities could not be read ahead');
  } finally {
    soldReceived = null;
  }
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
    const isAlways = (row: ActivityGoodsRow) => isAlong(row) || come.has(row.goodsId);
    entries.set(id, {
      of,
      subjects: Map.groupBy(
        of.goods.filter((row) => !isAlways(row)),
        (row) => row.goodsId,
      ),
      always: of.goods.filter(isAlways),
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
      const current = sold.get(row.id);
      return current === undefined ? row : { ...row, sold: current };
    });
    found.push({ activity, goods });
  }
  return found;
}

/** Uses the announcements of this database from now on; null: there are none. The book is dropped. */
export function listenToActivities(db: Db | null): void {
  source = db;
  dropActivities();
}

export function dropActivities(): void {
  changes++;
  book = null;
}

/** Applies announced sales of activities. */
export function changeSold(all: Message<'sold_changed'>): void {
  if (all === 'all') dropActivities();
  else
    for (const { id, sold } of all) {
      book?.sold.set(id, sold);
      soldReceived?.set(id, sold);
    }
}
