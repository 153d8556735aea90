/** Lucky wheels: their sealed decks, the chances of companies, and the draws (rules 6). */

import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import type { Deck } from '#lib/rules/wheel/deck.ts';
import { user } from './accounts.ts';
import { at, createdAt, fen, isInOrder, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import { pointsGoods } from './mall.ts';

export const wheel = pgTable(
  'wheel',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    /** Its rules in words, a paragraph a line. */
    remarks: text().notNull().default(''),
    startsAt: at().notNull(),
    endsAt: at().notNull(),
    /** Chances of a sign-in and of a completed order; 0: none. */
    perSign: integer().notNull().default(0),
    perOrder: integer().notNull().default(0),
    /** Paid amount that brings one more chance; 0: none. */
    perAmount: fen().notNull().default(0),
    /** Points of one chance, and how many a company gets in a day; 0: none. */
    pointsPrice: integer().notNull().default(0),
    pointsDaily: integer().notNull().default(0),
    /** When deck and seed were frozen; null: a draft. */
    openedAt: at(),
    /** The server's seed, sealed (core/process/seal.ts), and its SHA-256, which is public. */
    sealedSecret: text(),
    secretHash: text(),
    /** The seed, published when the wheel is closed. */
    secret: text(),
    closedAt: at(),
    /** Since when nobody can draw, and why, for buyers; null while it is not paused. */
    pausedAt: at(),
    pauseReason: text().notNull().default(''),
    /** Tickets of all versions, and how many are drawn. */
    tickets: integer().notNull().default(0),
    drawn: integer().notNull().default(0),
    /** Counted with each change at a desk: of two at once the second is refused. */
    revision: integer().notNull().default(1),
    /** Made by the form: sent twice, it makes one wheel. */
    token: text().notNull().unique('wheel_once'),
    createdAt: createdAt(),
  },
  (t) => [
    index('wheel_times').on(t.endsAt),
    isInOrder('wheel_times', t.startsAt, t.endsAt),
    isNotNegative('wheel', t.perSign, t.perOrder, t.perAmount, t.pointsPrice, t.pointsDaily, t.drawn),
    check('wheel_not_overdrawn', sql`${t.drawn} <= ${t.tickets}`),
    check(
      'wheel_sealed',
      sql`(${t.openedAt} is null) = (${t.secretHash} is null) and (${t.openedAt} is null) = (${t.sealedSecret} is null)`,
    ),
    check(
      'wheel_paused',
      sql`${t.pausedAt} is null or (${t.openedAt} is not null and ${t.closedAt} is null and ${t.pauseReason} <> '')`,
    ),
    check(
      'wheel_published',
      sql`(${t.closedAt} is null) = (${t.secret} is null) and (${t.closedAt} is null or ${t.openedAt} is not null)`,
    ),
  ],
);

/** A deck of a wheel, from its draw on: a later one appends tickets and changes none. */
export const wheelVersion = pgTable(
  'wheel_version',
  {
    wheelId: integer()
      .notNull()
      .references(() => wheel.id),
    no: integer().notNull(),
    fromSeq: integer().notNull(),
    deck: jsonb().$type<Deck>().notNull(),
    root: text().notNull(),
    tickets: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.wheelId, t.no] }),
    check('wheel_version_positive', sql`${t.no} > 0 and ${t.fromSeq} > 0 and ${t.tickets} > 0`),
  ],
);

export const wheelPrize = pgTable(
  'wheel_prize',
  {
    id: serial().primaryKey(),
    wheelId: integer()
      .notNull()
      .references(() => wheel.id),
    position: integer().notNull(),
    kind: word('wheel_prize.kind').notNull(),
    name: text().notNull(),
    remarks: text().notNull().default(''),
    /** What one costs and is worth. */
    cost: fen().notNull(),
    /** Tickets with it, and how many of them are drawn. */
    count: integer().notNull(),
    drawn: integer().notNull().default(0),
    points: integer(),
    /** Of a coupon or voucher. */
    value: fen(),
    threshold: fen(),
    days: integer(),
    /** A thing of the points mall. */
    goodsId: integer().references(() => pointsGoods.id),
  },
  (t) => [
    index('wheel_prize_wheel').on(t.wheelId, t.position),
    isKnown('wheel_prize.kind', t.kind),
    isNotNegative('wheel_prize', t.cost, t.drawn, t.points, t.value, t.threshold, t.days),
    check('wheel_prize_not_overdrawn', sql`${t.drawn} <= ${t.count}`),
    // 规范促销行为暂行规定, article 14.
    check('wheel_prize_worth', sql`${t.cost} <= 5000000`),
  ],
);

/** Tickets that stand at another place than that of their own number, among those that are left. */
export const wheelSlot = pgTable(
  'wheel_slot',
  {
    wheelId: integer()
      .notNull()
      .references(() => wheel.id),
    place: integer().notNull(),
    ticket: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.wheelId, t.place] }), isNotNegative('wheel_slot', t.place, t.ticket)],
);

/** Chances of a company. A source (a day of a person, an order) brings them once. */
export const wheelChance = pgTable(
  'wheel_chance',
  {
    id: serial().primaryKey(),
    wheelId: integer()
      .notNull()
      .references(() => wheel.id),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text().references(() => user.id, { onDelete: 'set null' }),
    source: word('wheel_chance.source').notNull(),
    sourceId: text().notNull(),
    count: integer().notNull(),
    used: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    unique('wheel_chance_once').on(t.wheelId, t.source, t.sourceId),
    index('wheel_chance_company').on(t.wheelId, t.companyId),
    index('wheel_chance_left').on(t.companyId, t.wheelId, t.id).where(sql`used < count`),
    isKnown('wheel_chance.source', t.source),
    check('wheel_chance_not_overused', sql`${t.used} between 0 and ${t.count} and ${t.count} > 0`),
  ],
);

/** A draw, kept for good. The token names the press: its repeat is answered the same. */
export const wheelDraw = pgTable(
  'wheel_draw',
  {
    id: serial().primaryKey(),
    wheelId: integer()
      .notNull()
      .references(() => wheel.id),
    seq: integer().notNull(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text().references(() => user.id, { onDelete: 'set null' }),
    chanceId: integer()
      .notNull()
      .references(() => wheelChance.id),
    prizeId: integer()
      .notNull()
      .references(() => wheelPrize.id),
    versionNo: integer().notNull(),
    token: text().notNull(),
    buyerSeed: text().notNull(),
    ticket: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('wheel_draw_seq').on(t.wheelId, t.seq),
    unique('wheel_draw_ticket').on(t.wheelId, t.ticket),
    unique('wheel_draw_token').on(t.companyId, t.wheelId, t.token),
    index('wheel_draw_company').on(t.companyId, t.id),
    index('wheel_draw_prize').on(t.prizeId),
    check('wheel_draw_positive', sql`${t.seq} > 0 and ${t.ticket} >= 0`),
  ],
);
