/** Cart lines. Every statement is bound to the user who owns them. */
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db, Tx } from '../db/client.ts';
import { cartLine, storeCartLine } from '../db/schema.ts';
import { prepared } from '../fast/prepared.ts';

export type CartLineRow = typeof cartLine.$inferSelect;

/** The owner of lines: a person, within the company for which they buy. */
export type CartOwner = {
  userId: string;
  companyId: number;
  /** The person's own company, where they act for one of its stores. */
  homeCompanyId?: number;
};

/** True when a person buys for their own company, not for one of its stores. */
export function isAtHome({ companyId, homeCompanyId = companyId }: CartOwner): boolean {
  return homeCompanyId === companyId;
}

/** The table of a person's lines for a company. */
function tableOf(owner: CartOwner) {
  return isAtHome(owner)
    ? { table: cartLine, once: [cartLine.userId, cartLine.kind, cartLine.goodsId, cartLine.activityId] }
    : {
        table: storeCartLine,
        once: [
          storeCartLine.userId,
          storeCartLine.companyId,
          storeCartLine.kind,
          storeCartLine.goodsId,
          storeCartLine.activityId,
        ],
      };
}

/** A group-buy's line is confirmed and paid alone and is never part of the cart. */
const isNoGroupBuy = ne(cartLine.kind, 'group_buy');

/** The owner as placeholders of a prepared statement. */
const anyOwner = { userId: sql.placeholder('userId'), companyId: sql.placeholder('companyId') };

function belongsTo(owner: CartOwner | typeof anyOwner) {
  return and(eq(cartLine.userId, owner.userId), eq(cartLine.companyId, owner.companyId));
}

function ownedBy(owner: CartOwner | typeof anyOwner) {
  return and(belongsTo(owner), eq(cartLine.isSavedForLater, false));
}

/** Lines that the owner saved for later. */
function keptBy(owner: CartOwner) {
  return and(belongsTo(owner), eq(cartLine.isSavedForLater, true), isNoGroupBuy);
}

function inCart(owner: CartOwner | typeof anyOwner) {
  return and(ownedBy(owner), isNoGroupBuy);
}

/** The owner's cart, the newest line first; with `ids` those of the owner's lines, including a group-buy's. */
export async function listCartLines(
  db: Db | Tx,
  owner: CartOwner,
  ids?: readonly number[],
): Promise<CartLineRow[]> {
  const { userId, companyId } = owner;
  if (ids === undefined)
    return prepared(db, 'cart lines', (name) =>
      db.select().from(cartLine).where(inCart(anyOwner)).orderBy(desc(cartLine.id)).prepare(name),
    ).execute({ userId, companyId });
  return prepared(db, 'some cart lines', (name) =>
    db
      .select()
      .from(cartLine)
      .where(and(ownedBy(anyOwner), sql`${cartLine.id} = any(${sql.placeholder('ids')}::int[])`))
      .orderBy(desc(cartLine.id))
      .prepare(name),
  ).execute({ userId, companyId, ids });
}

/** The lines that the owner saved for later, the last saved first. */
export async function listLaterLines(db: Db | Tx, owner: CartOwner): Promise<CartLineRow[]> {
  return db.select().from(cartLine).where(keptBy(owner)).orderBy(desc(cartLine.updatedAt), desc(cartLine.id));
}

/** Saves a line of the owner for later, or moves it back; false when it is not the owner's. */
export async function setLineLater(
  tx: Tx,
  owner: CartOwner,
  id: number,
  isLater: boolean,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(cartLine)
    .set({ isSavedForLater: isLater, isSelected: !isLater, updatedAt: now })
    .where(and(belongsTo(owner), isNoGroupBuy, eq(cartLine.id, id)))
    .returning({ id: cartLine.id });
  return rows.length > 0;
}

/**
 * Serializes one person's adds until the transaction ends, so sums, caps and the number of lines hold under parallel
 * adds. The function `raise_or_tell` takes the same lock.
 */
export async function lockCart(tx: Tx, owner: CartOwner): Promise<void> {
  // Without a parameter: a transaction begins with it in one round trip.
  const key = pg.escapeLiteral(`cart:${owner.userId}`);
  await tx.execute(sql.raw(`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`));
}

/** Every line of a person, in the cart or saved for later, locked until the transaction ends. */
export async function lockLines(tx: Tx, owner: CartOwner): Promise<CartLineRow[]> {
  return tx
    .select()
    .from(cartLine)
    .where(and(eq(cartLine.userId, owner.userId), eq(cartLine.companyId, owner.companyId), isNoGroupBuy))
    .orderBy(cartLine.id)
    .for('update');
}

/** A line to be written. */
export type LineToPut = Pick<CartLineRow, 'kind' | 'goodsId' | 'activityId' | 'number' | 'priceWhenAdded'>;

/** Writes lines with these numbers, selected; an existing line takes the number. */
export async function putLines(
  tx: Tx,
  owner: CartOwner,
  lines: readonly LineToPut[],
  now: Date,
): Promise<CartLineRow[]> {
  const { userId, companyId } = owner;
  const { table, once } = tableOf(owner);
  return tx
    .insert(table)
    .values(lines.map((line) => ({ ...line, userId, companyId, isSelected: true, updatedAt: now })))
    .onConflictDoUpdate({
      target: once,
      set: {
        companyId,
        number: sql`excluded.number`,
        priceWhenAdded: sql`excluded.price_when_added`,
        isSelected: true,
        isSavedForLater: false,
        updatedAt: now,
      },
    })
    .returning();
}

/** Sets the number of one line; false when it is not in the owner's cart (any more). */
export async function setLineNumber(
  db: Db | Tx,
  owner: CartOwner,
  id: number,
  number: number,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(cartLine)
    .set({ number, updatedAt: now })
    .where(and(ownedBy(owner), eq(cartLine.id, id)))
    .returning({ id: cartLine.id });
  return rows.length > 0;
}

/** Selects or unselects lines; answers the ids that were in the owner's cart. */
export async function setLinesSelected(
  db: Db | Tx,
  owner: CartOwner,
  ids: readonly number[],
  isSelected: boolean,
  now: Date,
): Promise<number[]> {
  const rows = await db
    .update(cartLine)
    .set({ isSelected, updatedAt: now })
    .where(and(ownedBy(owner), inArray(cartLine.id, [...ids])))
    .returning({ id: cartLine.id });
  return rows.map((row) => row.id);
}

/** Deletes lines from the owner's cart, also those saved for later; answers the ids that existed. */
export async function deleteLines(db: Db | Tx, owner: CartOwner, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .delete(cartLine)
    .where(and(belongsTo(owner), inArray(cartLine.id, [...ids])))
    .returning({ id: cartLine.id });
  return rows.map((row) => row.id);
}

/** Counts lines in the owner's cart, or those saved for later. */
export async function countLines(db: Db | Tx, owner: CartOwner, isLater = false): Promise<number> {
  return db.$count(cartLine, isLater ? keptBy(owner) : inCart(owner));
}
