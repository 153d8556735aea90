/** Lots in merchants' warehouses, the pieces reserved of them, and their movements. */
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
import { at, createdAt, isInOrder, isKnown, isNotNegative, word } from './columns.ts';
import { goods } from './goods.ts';
import { merchant } from './merchants.ts';
import { orderLine } from './orders.ts';
import { staff } from './staff.ts';

/**
 * An item whose lots were never edited has no row: then its own row names its only lot. The first act on its lots
 * creates the row.
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
    /** Pieces in the warehouse. */
    onHand: integer().notNull(),
    /** Of these, pieces reserved by lines of paid orders: the sum of `line_lot`. */
    held: integer().notNull().default(0),
    /** Pieces returned by buyers and stored separately: not on hand, not for sale, until somebody decides. */
    returned: integer().notNull().default(0),
    recalledAt: at(),
    recallReason: text().notNull().default(''),
    /** 质量锁定: its pieces are neither for sale nor shipped. Null: not locked. */
    lockedAt: at(),
    lockReason: text().notNull().default(''),
    /** The side that locked it: only the platform lifts a lock of the platform. */
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

/** Pieces of a lot reserved by a line of a paid order until they are shipped or released. */
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
 * Append-only: a lot's pieces on hand, and the returned ones, are the sums of its movements as `lotEffect` counts them.
 * `ref` makes a movement unique.
 */
export const lotMovement = pgTable(
  'lot_movement',
  {
    id: serial().primaryKey(),
    lotId: integer()
      .notNull()
      .references(() => lot.id),
    /**
     * put_in, shipped, short (missing at shipping), counted (by a file or a count), expired; returned (stored
     * separately), put_back (returned, for sale again), written_off (returned, removed); damaged (on hand, removed),
     * cancelled (a mistaken put_in); corrected, locked and unlocked move no pieces.
     */
    kind: word('lot_movement.kind').notNull(),
    /** Negative for pieces that left. */
    pieces: integer().notNull(),
    ref: text().notNull(),
    /** A person's reason; empty where none was asked for. */
    reason: text().notNull().default(''),
    actor: word('lot_movement.actor').notNull(),
    actorId: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('lot_movement_once').on(t.lotId, t.kind, t.ref),
    index('lot_movement_short').on(t.createdAt).where(sql`kind = 'short'`),
    isKnown('lot_movement.kind', t.kind),
    isKnown('lot_movement.actor', t.actor),
  ],
);

/** A table of lots that a person of a merchant has put in, slice after slice. */
export const lotImport = pgTable(
  'lot_import',
  {
    id: serial().primaryKey(),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    staffId: integer()
      .notNull()
      .references(() => staff.id),
    /** Login name of the person. */
    madeBy: text().notNull(),
    /** Made by the browser for one checked table: all its slices carry it. */
    token: text().notNull(),
    /** Name of the file; empty for pasted cells. */
    fileName: text().notNull(),
    /** Filled rows of the table, sent or not. */
    tableRows: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('lot_import_once').on(t.staffId, t.token),
    index('lot_import_merchant').on(t.merchantId, t.id),
    isNotNegative('lot_import', t.tableRows),
  ],
);

/** A row of such a table as it was sent or refused by the check, with its result. */
export const lotImportRow = pgTable(
  'lot_import_row',
  {
    id: serial().primaryKey(),
    importId: integer()
      .notNull()
      .references(() => lotImport.id),
    /** Row number in the spreadsheet. */
    row: integer().notNull(),
    /** As sent: an item of this merchant, of another one, or none. */
    goodsId: integer().notNull(),
    lotNo: text().notNull(),
    /** Null where the table has no day that can be read. */
    producedOn: date(),
    expiresOn: date(),
    pieces: integer().notNull(),
    /** Number of the delivery. */
    doc: text().notNull(),
    state: word('lot_import_row.state').notNull(),
    /** Why it was refused. */
    note: text().notNull().default(''),
    /** The movement by which it came in. */
    moveId: integer().references(() => lotMovement.id),
    doneAt: at().notNull(),
  },
  (t) => [
    unique('lot_import_row_once').on(t.importId, t.row),
    index('lot_import_row_move').on(t.moveId),
    isKnown('lot_import_row.state', t.state),
    isNotNegative('lot_import_row', t.pieces),
    check('lot_import_row_moved', sql`(${t.state} = 'in') = (${t.moveId} is not null)`),
  ],
);

/**
 * A stop of sale by the platform: of one item, or of all items with a 批准文号. `goods.is_stopped` says whether one is
 * active; a trigger sets it on new items.
 */
export const qualityStop = pgTable(
  'quality_stop',
  {
    id: serial().primaryKey(),
    goodsId: integer().references(() => goods.id),
    approvalNo: text(),
    reason: text().notNull(),
    /** Login names of platform staff. */
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
