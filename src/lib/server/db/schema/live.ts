/** Rooms of live streaming: goods, the timeline, questions, viewers and figures (rules 22). Stored for three years. */
import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { coupon } from './activities.ts';
import { at, createdAt, fen, isInOrder, isKnown, isNotNegative, word, writtenBy } from './columns.ts';
import { company } from './companies.ts';
import { goods } from './goods.ts';
import { merchant } from './merchants.ts';
import { staff } from './staff.ts';

export const liveRoom = pgTable(
  'live_room',
  {
    id: serial().primaryKey(),
    /** The real seller. */
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    title: text().notNull(),
    summary: text().notNull().default(''),
    /** The host as the review has checked: name, and the number of the identity card, sealed (core/process/seal.ts); empty three years after the end. */
    hostName: text().notNull(),
    sealedHostId: text().notNull(),
    /** Its last four characters, for the desks. */
    hostIdTail: text().notNull(),
    /** Prescription medicines are shown: for approved buyers alone. */
    isRx: boolean().notNull().default(false),
    state: word('live_room.state').notNull().default('draft'),
    startsAt: at().notNull(),
    endsAt: at().notNull(),
    handedInAt: at(),
    reviewedBy: integer().references(() => staff.id),
    reviewedAt: at(),
    /** Why it was refused or stopped, for the merchant. */
    reason: text().notNull().default(''),
    startedAt: at(),
    endedAt: at(),
    /** SHA-256 of the stream key; the key itself is shown once and stored nowhere. */
    keyHash: text(),
    keyMadeAt: at(),
    /** The last time the publisher came and went. */
    publishedAt: at(),
    droppedAt: at(),
    likes: integer().notNull().default(0),
    /** Most viewers at once. */
    peak: integer().notNull().default(0),
    /** Viewers may not ask. */
    isMuted: boolean().notNull().default(false),
    isReplay: boolean().notNull().default(false),
    replayFrom: at(),
    replayTo: at(),
    /** Most that the coupons dropped in the room may take off together; the review passes it. */
    couponBudget: fen().notNull().default(0),
    /** Counted with each change at a desk: of two at once the second is refused. */
    revision: integer().notNull().default(1),
    /** Made by the form: sent twice, it makes one room. */
    token: text().notNull().unique('live_room_once'),
    createdBy: integer().references(() => staff.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('live_room_times').on(t.state, t.startsAt),
    index('live_room_merchant').on(t.merchantId, t.startsAt),
    uniqueIndex('live_room_key').on(t.keyHash),
    isKnown('live_room.state', t.state),
    isInOrder('live_room_times', t.startsAt, t.endsAt),
    isInOrder('live_room_on_air', t.startedAt, t.endedAt),
    isInOrder('live_room_replay', t.replayFrom, t.replayTo),
    isNotNegative('live_room', t.likes, t.peak, t.couponBudget),
    check(
      'live_room_started',
      sql`(${t.startedAt} is not null) >= (${t.state} in ('live', 'ended')) and (${t.endedAt} is not null) >= (${t.state} = 'ended')`,
    ),
  ],
);

/** Goods that a room may show, in the host's order. */
export const liveGoods = pgTable(
  'live_goods',
  {
    roomId: integer()
      .notNull()
      .references(() => liveRoom.id),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    position: integer().notNull(),
    /** The host's line about it. It holds no price. */
    point: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.goodsId] }), isNotNegative('live_goods', t.position)],
);

/** The timeline, at the clock of the picture; readers follow it in the order of commits (core/journal). */
export const liveEvent = pgTable(
  'live_event',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    xid: writtenBy(),
    roomId: integer()
      .notNull()
      .references(() => liveRoom.id),
    kind: word('live_event.kind').notNull(),
    at: at().notNull(),
    goodsId: integer(),
    couponId: integer().references(() => coupon.id),
    questionId: integer(),
    text: text().notNull().default(''),
    /** Null where the shop itself wrote it. */
    staffId: integer().references(() => staff.id),
    /**
     * Taken back by moderation: viewers see it no longer, the record stays. `xid` is then that of the hiding, so that those
     * who follow the table get the row once more.
     */
    hiddenAt: at(),
  },
  (t) => [
    index('live_event_room').on(t.roomId, t.at),
    index('live_event_position').on(t.xid, t.id),
    index('live_event_at').on(t.at),
    isKnown('live_event.kind', t.kind),
  ],
);

/** Questions of viewers. */
export const liveQuestion = pgTable(
  'live_question',
  {
    id: serial().primaryKey(),
    roomId: integer()
      .notNull()
      .references(() => liveRoom.id),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text().references(() => user.id, { onDelete: 'set null' }),
    /** Made by the browser: sent twice, it is one question. */
    clientId: text().notNull(),
    text: text().notNull(),
    state: word('live_question.state').notNull().default('waiting'),
    answer: text().notNull().default(''),
    answeredBy: integer().references(() => staff.id),
    answeredAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('live_question_once').on(t.roomId, t.companyId, t.clientId),
    index('live_question_room').on(t.roomId, t.state, t.id),
    index('live_question_at').on(t.createdAt),
    isKnown('live_question.state', t.state),
  ],
);

/** Coupons dropped in a room. They are claimed there alone, by the guard of every coupon. */
export const liveDrop = pgTable(
  'live_drop',
  {
    couponId: integer()
      .primaryKey()
      .references(() => coupon.id),
    roomId: integer()
      .notNull()
      .references(() => liveRoom.id),
    /** Made by the form: sent twice, it drops once. */
    token: text().notNull().unique('live_drop_once'),
    staffId: integer()
      .notNull()
      .references(() => staff.id),
    createdAt: createdAt(),
  },
  (t) => [index('live_drop_room').on(t.roomId)],
);

/** Who was in a room: a person of a company, or a visitor's random number. */
export const liveViewer = pgTable(
  'live_viewer',
  {
    roomId: integer()
      .notNull()
      .references(() => liveRoom.id),
    /** The user's id, or `v:` and the visitor's number. */
    viewer: text().notNull(),
    companyId: integer().references(() => company.id),
    firstAt: at().notNull(),
    lastAt: at().notNull(),
    /** Seconds in the room. */
    seconds: integer().notNull().default(0),
    likes: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.viewer] }),
    index('live_viewer_now').on(t.roomId, t.lastAt),
    index('live_viewer_company').on(t.companyId),
    index('live_viewer_at').on(t.lastAt),
    isNotNegative('live_viewer', t.seconds, t.likes),
  ],
);

/** Goods put into a cart from a room, once for each company and item: the figures count its orders by them. */
export const liveAdd = pgTable(
  'live_add',
  {
    roomId: integer()
      .notNull()
      .references(() => liveRoom.id),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    number: integer().notNull(),
    firstAt: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.companyId, t.goodsId] }),
    index('live_add_company').on(t.companyId),
    index('live_add_at').on(t.firstAt),
    check('live_add_positive', sql`${t.number} > 0`),
  ],
);

/** 开播提醒: a person wants a message when the room goes on air. */
export const liveReminder = pgTable(
  'live_reminder',
  {
    roomId: integer()
      .notNull()
      .references(() => liveRoom.id),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** When the message was sent; null while it waits. */
    toldAt: at(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.userId] }), index('live_reminder_company').on(t.companyId)],
);
