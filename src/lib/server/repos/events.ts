/** News between processes, over PostgreSQL's NOTIFY. */
import { sql } from 'drizzle-orm';
import type { NewsKind } from '#lib/contract/events.ts';
import type { Db, Tx } from '../db/client.ts';

export const newsChannel = 'buyer_events';
/** Told by a trigger on `session`: whose sessions have ended (user ids joined by commas). */
export const sessionsEndedChannel = 'sessions_ended';

/** Something that changed for a company, or for one of its users only. */
export interface News {
  companyId: number;
  userId?: string;
  kind: NewsKind;
}

/** A payload may have 8,000 bytes; this many fit with room to spare. */
const perPayload = 60;

/** Tells every process; inside a transaction when it commits. */
export async function sendNews(db: Db | Tx, news: readonly News[]): Promise<void> {
  for (let from = 0; from < news.length; from += perPayload) {
    const part = news.slice(from, from + perPayload);
    await db.execute(sql`select pg_notify(${newsChannel}, ${JSON.stringify(part)})`);
  }
}
