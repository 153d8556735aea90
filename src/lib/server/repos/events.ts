/** News between processes, over PostgreSQL's NOTIFY. */
import { type SQL, sql } from 'drizzle-orm';
import type { Channel, News } from '../bus/channels.ts';
import type { Db, Tx } from '../db/client.ts';

/** Where news of buyers go. */
export const newsChannel: Channel = 'buyer_events';

/** A payload may have 8,000 bytes; this many fit with room to spare. */
const perPayload = 60;

/** The same as a part of another statement, for few news: what it selects notifies. */
export function newsColumn(news: readonly News[]): SQL {
  return sql`pg_notify(${newsChannel}, ${JSON.stringify(news)})`;
}

/** Notifies every process; inside a transaction when it commits. */
export async function sendNews(db: Db | Tx, news: readonly News[]): Promise<void> {
  for (let from = 0; from < news.length; from += perPayload) {
    const part = news.slice(from, from + perPayload);
    await db.execute(sql`select pg_notify(${newsChannel}, ${JSON.stringify(part)})`);
  }
}
