/** The picture of live rooms: its finished pieces, whose bytes are in the file store, and captions. Stored as long as the rooms. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Cue } from '#lib/rules/live/captions.ts';
import { at, createdAt } from './columns.ts';
import { liveRoom } from './live.ts';
import { staff } from './staff.ts';

export const liveSegment = pgTable(
  'live_segment',
  {
    roomId: integer()
      .notNull()
      .references(() => liveRoom.id),
    /** Counted from 1 in a room, without a gap. */
    seq: integer().notNull(),
    /** When its first picture was taken; never before the end of the one before it. */
    at: at().notNull(),
    /** Duration, ms. */
    ms: integer().notNull(),
    /** Which publish it belongs to, counted from 1. */
    run: integer().notNull(),
    /** Its part under the room's address in the file store; written once. */
    name: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.seq] }),
    index('live_segment_times').on(t.roomId, t.at),
    check('live_segment_positive', sql`${t.seq} > 0 and ${t.ms} > 0 and ${t.run} > 0 and ${t.bytes} > 0`),
  ],
);

/** What is said in a room, uploaded after its end: shown with its replay. */
export const liveCaption = pgTable('live_caption', {
  roomId: integer()
    .primaryKey()
    .references(() => liveRoom.id),
  /** The file's name, for the desk. */
  name: text().notNull(),
  /** Plain text; times since the room went on air, ms. */
  cues: jsonb().$type<Cue[]>().notNull(),
  staffId: integer().references(() => staff.id),
  createdAt: createdAt(),
});
