/** What changes in a room while people watch it, read once a second for all viewers of this process. */
import { LRUCache } from 'lru-cache';
import type { LiveTimeline } from '#lib/contract/live/schema.ts';
import { currentTime } from '../core/process/clock.ts';
import type { Db } from '../db/client.ts';
import { catchUp, type Timeline } from './kept-timeline.ts';
import { countViewers, findRoom, type RoomRow } from './room-rows.ts';

/** How long what was read holds, ms. */
const freshMs = 1_000;
/** Rooms that are kept; one nobody asks for goes. */
const mostRooms = 200;
const idleMs = 120_000;

export interface RoomNews extends Timeline {
  room: RoomRow;
  viewers: number;
  readAt: number;
  /** Answers by the place that was asked: most viewers ask from the same one. */
  answers: Map<string, LiveTimeline>;
}

interface Held {
  news: RoomNews | null;
  reading: Promise<RoomNews | null> | undefined;
}

const kept = new WeakMap<Db, LRUCache<number, Held>>();

function heldOf(db: Db, id: number): Held {
  const rooms =
    kept.get(db) ?? new LRUCache<number, Held>({ max: mostRooms, ttl: idleMs, updateAgeOnGet: true });
  kept.set(db, rooms);
  const held = rooms.get(id) ?? { news: null, reading: undefined };
  rooms.set(id, held);
  return held;
}

/** A public room with its timeline, at most a second old; null for one that is not public. */
export function getRoomNews(db: Db, id: number): Promise<RoomNews | null> {
  const held = heldOf(db, id);
  if (held.news !== null && Date.now() - held.news.readAt < freshMs) return Promise.resolve(held.news);
  held.reading ??= read(db, id).then(
    (news) => {
      held.reading = undefined;
      held.news = news;
      return news;
    },
    (error: unknown) => {
      held.reading = undefined;
      throw error;
    },
  );
  return held.reading;
}

async function read(db: Db, id: number): Promise<RoomNews | null> {
  const readAt = Date.now();
  const room = await findRoom(db, id);
  if (room === null) return null;
  const viewers = await countViewers(db, id, currentTime());
  const timeline = await catchUp(db, id);
  return { ...timeline, room, viewers, readAt, answers: new Map() };
}
