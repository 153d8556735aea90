/** Addresses of licence calendars: a person's own, for one company. Only the hash of an address is stored. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { paperCalendar } from '../db/schema.ts';

export interface CalendarOf {
  userId: string;
  companyId: number;
}

const own = ({ userId, companyId }: CalendarOf) =>
  and(eq(paperCalendar.userId, userId), eq(paperCalendar.companyId, companyId));

/** Its state; null where there never was one. A version without a hash has been revoked. */
export async function findCalendar(db: Db, of: CalendarOf) {
  const [row] = await db.select().from(paperCalendar).where(own(of));
  return row ?? null;
}

/**
 * Replaces the version that was read, 0 for none, with another address (null revokes it); false when another call was
 * faster.
 */
export async function replaceCalendar(
  db: Db,
  of: CalendarOf,
  { version, tokenHash, now }: { version: number; tokenHash: string | null; now: Date },
): Promise<boolean> {
  const rows =
    version === 0
      ? await db
          .insert(paperCalendar)
          .values({ ...of, tokenHash, version: 1, createdAt: now })
          .onConflictDoNothing()
          .returning({ version: paperCalendar.version })
      : await db
          .update(paperCalendar)
          .set({ tokenHash, version: sql`${paperCalendar.version} + 1`, createdAt: now })
          .where(and(own(of), eq(paperCalendar.version, version)))
          .returning({ version: paperCalendar.version });
  return rows.length > 0;
}

/** The owner of an address; null for an unknown one. */
export async function findCalendarOwner(db: Db, tokenHash: string): Promise<CalendarOf | null> {
  const [row] = await db
    .select({ userId: paperCalendar.userId, companyId: paperCalendar.companyId })
    .from(paperCalendar)
    .where(eq(paperCalendar.tokenHash, tokenHash));
  return row ?? null;
}
