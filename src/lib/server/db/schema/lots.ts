/** Lots that lie in merchants' warehouses, who holds pieces of them, and how they came and went. */
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { at, createdAt, isInOrder, isKnown, word } from './columns.ts';
import { goods } from './goods.ts';
import { orderLine } from './orders.ts';

/**
 * A goods whose lots nobody has looked after has none here: then all of it is the one lot that its own row names. The
 * first act on its lots writes that one down.
 */
export const lot = pgTable(
  'lot',
  {
    id: serial().primaryKey(),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    /** 批号 */
    lotNo: text().notNull(),
    producedOn: date().notNull(),
    /** Its last day. */
    expiresOn: date().notNull(),
    /** Pieces that lie there. */
    onHand: integer().notNull(),
    /** Of these, pieces that lines of paid orders hold: the sum of `line_lot`. */
    held: integer().notNull().default(0),
    /** Pieces that came back from buyers and lie apart: not on hand, not for sale, until somebody has decided. */
    returned: integer().notNull().default(0),
    recalledAt: at(),
    recallReason: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    unique('lot_once').on(t.goodsId, t.lotNo),
    check('lot_pieces', sql`${t.held} >= 0 and ${t.held} <= ${t.onHand}`),
    check('lot_returned', sql`${t.returned} >= 0`),
    check('lot_named', sql`${t.lotNo} <> ''`),
    isInOrder('lot_days', t.producedOn, t.expiresOn),
  ],
);

/** Pieces of a lot that a line of a paid order holds until they go out or are given back. */
export const lineLot = pgTable(
  'line_lot',
  {
    orderLineId: integer()
      .notNull()
      .references(() => orderLine.id),
    lotId: integer()
      .notNull()
      .references(() => lot.id),
    pieces: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderLineId, t.lotId] }),
    index('line_lot_lot').on(t.lotId),
    check('line_lot_positive', sql`${t.pieces} > 0`),
  ],
);

/**
 * Append-only: a lot's pieces on hand, and those that came back, are the sums of its movements as `lotEffect` counts them.
 * `ref` makes one unrepeatable.
 */
export const lotMovement = pgTable(
  'lot_movement',
  {
    id: serial().primaryKey(),
    lotId: integer()
      .notNull()
      .references(() => lot.id),
    /**
     * put_in, shipped, short (not there when it should go out), counted (a file or a count says so), expired; returned
     * (came back, lies apart), put_back (of these for sale again), written_off (of these gone).
     */
    kind: word('lot_movement.kind').notNull(),
    /** Below zero where they left. */
    pieces: integer().notNull(),
    ref: text().notNull(),
    actor: word('lot_movement.actor').notNull(),
    actorId: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('lot_movement_once').on(t.lotId, t.kind, t.ref),
    isKnown('lot_movement.kind', t.kind),
    isKnown('lot_movement.actor', t.actor),
  ],
);
