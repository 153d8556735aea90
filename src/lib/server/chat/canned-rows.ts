/** Canned answers: of a side, or of one person of it. */
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { chatCanned } from '../db/schema.ts';

interface Owner {
  merchantId: number | null;
  staffId: number;
}

const ofOwner = ({ merchantId, staffId }: Owner): SQL | undefined =>
  and(
    merchantId === null ? isNull(chatCanned.merchantId) : eq(chatCanned.merchantId, merchantId),
    or(isNull(chatCanned.staffId), eq(chatCanned.staffId, staffId)),
  );

/** Those that a person may use, by their shortcut. */
export function listCanned(db: Db, owner: Owner, find: string) {
  return db
    .select()
    .from(chatCanned)
    .where(
      and(
        ofOwner(owner),
        find === ''
          ? undefined
          : sql`(position(lower(${find}) in lower(${chatCanned.shortcut})) > 0 or position(${find} in ${chatCanned.text}) > 0)`,
      ),
    )
    .orderBy(asc(chatCanned.shortcut), asc(chatCanned.id))
    .limit(500);
}

/** Serializes changes of a side's answers until the transaction ends: there is a limit, and one of each shortcut. */
export async function lockCanned(tx: Tx, { merchantId }: Owner): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`canned:${merchantId ?? 0}`}, 0))`);
}

/** Number of answers that a person may use. */
export function countCanned(tx: Tx, owner: Owner): Promise<number> {
  return tx.$count(chatCanned, ofOwner(owner));
}

interface Canned {
  shortcut: string;
  text: string;
  isOwn: boolean;
}

/** Writes the text of the answer that has this shortcut already; false where none has. The side is locked. */
export async function rewriteCanned(
  tx: Tx,
  { merchantId, staffId }: Owner,
  { isOwn, shortcut, text }: Canned,
): Promise<boolean> {
  const rows = await tx
    .update(chatCanned)
    .set({ text })
    .where(
      and(
        merchantId === null ? isNull(chatCanned.merchantId) : eq(chatCanned.merchantId, merchantId),
        isOwn ? eq(chatCanned.staffId, staffId) : isNull(chatCanned.staffId),
        eq(chatCanned.shortcut, shortcut),
      ),
    )
    .returning({ id: chatCanned.id });
  return rows.length > 0;
}

/** Adds an answer. The side is locked, and none has the shortcut. */
export async function insertCanned(
  tx: Tx,
  { merchantId, staffId }: Owner,
  { isOwn, ...values }: Canned,
): Promise<void> {
  await tx.insert(chatCanned).values({ merchantId, staffId: isOwn ? staffId : null, ...values });
}

/** Changes one of those that a person may use; false where it is gone. */
export async function changeCanned(
  tx: Tx,
  owner: Owner,
  id: number,
  { isOwn, ...values }: Canned,
): Promise<boolean> {
  const rows = await tx
    .update(chatCanned)
    .set({ ...values, staffId: isOwn ? owner.staffId : null })
    .where(and(eq(chatCanned.id, id), ofOwner(owner)))
    .returning({ id: chatCanned.id });
  return rows.length > 0;
}

export async function dropCanned(db: Db, owner: Owner, id: number): Promise<void> {
  await db.delete(chatCanned).where(and(eq(chatCanned.id, id), ofOwner(owner)));
}
