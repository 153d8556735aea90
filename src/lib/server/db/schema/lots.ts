/** Lots that lie in merchants' warehouses, who holds pieces of them, and how they came and went. */
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
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
    /** 质量锁定: its pieces lie there and neither are for sale nor go out. Null: it is not locked. */
    lockedAt: at(),
    lockReason: text().notNull().default(''),
    /** The side that has locked it: a lock of the platform is lifted by the platform alone. */
    lockedBy: word('lot.locked_by'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('lot_once').on(t.goodsId, t.lotNo),
    check('lot_pieces', sql`${t.held} >= 0 and ${t.held} <= ${t.onHand}`),
    check('lot_returned', sql`${t.returned} >= 0`),
    check('lot_named', sql`${t.lotNo} <> ''`),
    isInOrder('lot_days', t.producedOn, t.expiresOn),
    isKnown('lot.locked_by', t.lockedBy),
    check('lot_locked', sql`num_nonnulls(${t.lockedAt}, ${t.lockedBy}) in (0, 2)`),
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
     * (came back, lies apart), put_back (of these for sale again), written_off (of these gone); damaged (on hand and
     * gone), cancelled (a put-in that was none); corrected, locked and unlocked move no pieces.
     */
    kind: word('lot_movement.kind').notNull(),
    /** Below zero where they left. */
    pieces: integer().notNull(),
    ref: text().notNull(),
    /** What a person said about it; empty where nobody was asked. */
    reason: text().notNull().default(''),
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

/**
 * A stop of sale by the platform: of one goods, or of all goods with a 批准文号. `goods.is_stopped` says whether one
 * stands; a trigger sets it on new goods.
 */
export const qualityStop = pgTable(
  'quality_stop',
  {
    id: serial().primaryKey(),
    goodsId: integer().references(() => goods.id),
    approvalNo: text(),
    reason: text().notNull(),
    /** Names under which people of the platform log in. */
    stoppedBy: text().notNull(),
    createdAt: createdAt(),
    liftedAt: at(),
    liftedBy: text(),
    liftReason: text(),
  },
  (t) => [
    uniqueIndex('quality_stop_goods').on(t.goodsId).where(sql`lifted_at is null`),
    uniqueIndex('quality_stop_approval').on(t.approvalNo).where(sql`lifted_at is null`),
    check(
      'quality_stop_of_one',
      sql`num_nonnulls(${t.goodsId}, ${t.approvalNo}) = 1 and ${t.approvalNo} <> ''`,
    ),
    check('quality_stop_lifted', sql`num_nonnulls(${t.liftedAt}, ${t.liftedBy}, ${t.liftReason}) in (0, 3)`),
  ],
);
