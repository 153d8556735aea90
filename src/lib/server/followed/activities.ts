/** Activities that run or are to come, with all of their goods: read once, and again when one of them changes. */
import type { Message } from '../bus/channels.ts';
import type { Db, Tx } from '../db/client.ts';
import { log } from '../process/log.ts';
import {
  type ActivityGoodsRow,
  type ActivityWithGoods,
  listActivities,
  listOpenActivities,
} from '../repos/offers.ts';

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
  /** By the id of its row: what an activity has sold of a goods by now, where that is not what was read. */
  sold: Map<number, number>;
}

/** The database that is listened to; null while nothing is heard. */
let heard: Db | null = null;
let book: Book | null = null;
/** What was heard of sales since the reading under way began; null while there is none. */
let heardSold: Map<number, number> | null = null;
/** Counts what puts a reading out of date. */
let changes = 0;

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
  if (heard !== null && db === heard) {
    // What is over, or closed, stands in no book.
    if (book !== null && activityIds.every((id) => book?.entries.has(id)))
      return chosen(book, goodsIds, activityIds, { now, until });
    if (book === null && heardSold === null) void readBook(heard, now);
  }
  return listActivities(db, goodsIds, activityIds, now, until);
}

/** One reader makes the book, beside the requests: they ask for what they need themselves until it is there. */
async function readBook(db: Db, now: Date): Promise<void> {
  heardSold = new Map();
  const before = changes;
  try {
    const made = bookOf(await listOpenActivities(db, now));
    for (const [id, sold] of heardSold) made.sold.set(id, sold);
    if (changes === before) book = made;
  } catch (error) {
    log().warn({ err: error }, 'activities could not be read ahead');
  } finally {
    heardSold = null;
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

/** Announcements of this database are heard from now on; null: they are not. The book goes. */
export function hearActivities(db: Db | null): void {
  heard = db;
  dropActivities();
}

export function dropActivities(): void {
  changes++;
  book = null;
}

/** Takes over what orders have bought in activities. */
export function changeSold(all: Message<'sold_changed'>): void {
  if (all === 'all') dropActivities();
  else
    for (const { id, sold } of all) {
      book?.sold.set(id, sold);
      heardSold?.set(id, sold);
    }
}
