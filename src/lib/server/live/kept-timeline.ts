/**
 * The timelines of rooms as this process knows them: read whole once, then what was committed since, for viewers and for
 * desks. An event that commits late is found: the place from which the table is read stands before everything that is not
 * settled.
 */
import { LRUCache } from 'lru-cache';
import { type Bookmark, comparePositions, findBookmark } from '../core/journal/position.ts';
import { isAhead, type Position } from '../core/journal/rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { readTimeline, type TimelineRow } from './timeline-rows.ts';

export interface Timeline {
  /** By id, each as it was written last. */
  events: ReadonlyMap<number, TimelineRow>;
  /** Nothing can appear before it any more. */
  settled: Position;
}

const nothing: Timeline = { events: new Map(), settled: { xid: '0', id: 0 } };
const pageSize = 1_000;
/** Rooms that are kept; one nobody asks for goes. */
const mostRooms = 200;
const idleMs = 120_000;

const kept = new WeakMap<Db, LRUCache<number, Timeline>>();

function timelinesOf(db: Db): LRUCache<number, Timeline> {
  const rooms =
    kept.get(db) ?? new LRUCache<number, Timeline>({ max: mostRooms, ttl: idleMs, updateAgeOnGet: true });
  kept.set(db, rooms);
  return rooms;
}

/** The timeline of a room up to now. */
export async function catchUp(db: Db, roomId: number): Promise<Timeline> {
  const rooms = timelinesOf(db);
  const timeline = await readOn(db, roomId, rooms.get(roomId) ?? nothing);
  // Of two readings at once the one that came further stays.
  if (comparePositions(timeline.settled, rooms.get(roomId)?.settled ?? nothing.settled) >= 0)
    rooms.set(roomId, timeline);
  return timeline;
}

/** The same within a transaction, with what it has written itself: that is not kept, because it may be rolled back. */
export function catchUpWithin(tx: Tx, db: Db, roomId: number): Promise<Timeline> {
  return readOn(tx, roomId, timelinesOf(db).get(roomId) ?? nothing);
}

async function readOn(db: Db | Tx, roomId: number, known: Timeline): Promise<Timeline> {
  const events = new Map(known.events);
  let { settled } = known;
  let from = settled;
  let isSolid = true;
  for (;;) {
    const rows = await readTimeline(db, roomId, from, pageSize);
    for (const row of rows) {
      if (!row.is_settled) isSolid = false;
      if (isSolid) settled = { xid: row.xid, id: row.id };
      const before = events.get(row.id);
      if (before === undefined || comparePositions(before, row) <= 0) events.set(row.id, row);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return { events, settled };
    from = last;
  }
}

/** The place that a reader asks from; null where the answer has to begin anew. */
export async function placeOf(db: Db, settled: Position, after: string): Promise<Bookmark | null> {
  const place = after === '' ? null : findBookmark(after);
  if (place === null) return null;
  // Another process may have read further, or it is of a database that was restored.
  return comparePositions(place, settled) > 0 && (await isAhead(db, place)) ? null : place;
}

/** Where a reader goes on: never behind the place that it asked from. */
export function nextPlace(settled: Position, place: Position | null): Position {
  return place !== null && comparePositions(place, settled) > 0 ? place : settled;
}
