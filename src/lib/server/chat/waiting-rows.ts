/** Talks of a desk's side in which a company waits for an answer, and messages that wait for a look. */
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

interface Waiting {
  count: number;
  /** Since when the one that waits longest waits. */
  since: Date | null;
}

/**
 * Those of a merchant, or with null the platform's own and those in which it was asked for help. With `staffId` those of
 * nobody and of this person alone.
 */
export async function countWaitingTalks(
  db: Db,
  { within, staffId }: { within: number | null; staffId?: number | undefined },
): Promise<Waiting> {
  const side =
    within === null ? sql`(t.merchant_id is null or t.is_escalated)` : sql`t.merchant_id = ${within}`;
  const person = staffId === undefined ? sql`true` : sql`(i.staff_id is null or i.staff_id = ${staffId})`;
  const { rows } = await db.execute<{ count: number; since: number | null }>(sql`
    select count(*)::int as count, (extract(epoch from min(i.waits_since)) * 1000)::float8 as since
    from chat_inquiry i join chat_talk t on t.id = i.talk_id
    where i.closed_at is null and i.waits_since is not null and ${side} and ${person}`);
  return waitingOf(rows[0]);
}

/** Messages with a sensitive word that the platform has to look at. */
export async function countHeldMessages(db: Db): Promise<Waiting> {
  const { rows } = await db.execute<{ count: number; since: number | null }>(sql`
    select count(*)::int as count, (extract(epoch from min(created_at)) * 1000)::float8 as since
    from chat_message where state = 'held'`);
  return waitingOf(rows[0]);
}

function waitingOf(row: { count: number; since: number | null } | undefined): Waiting {
  const since = row?.since ?? null;
  return { count: row?.count ?? 0, since: since === null ? null : new Date(since) };
}
