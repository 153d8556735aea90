/** Notifications between processes, over PostgreSQL's NOTIFY. */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import type { Channel, News } from './channels.ts';

/** The channel of buyers' notifications. */
export const newsChannel: Channel = 'buyer_events';
const ownChannel: Channel = 'own_changed';

/** A payload may have 8,000 bytes; this many fit with room to spare. */
const perPayload = 60;

/** A notification as a column of another statement, which selects it; the value is a JSON array of a few. */
export function newsColumn(json: Placeholder): SQL {
  return sql`pg_notify(${sql.raw(`'${newsChannel}'`)}, ${json})`;
}

/** Limit of people in one notification; above it, it names no one and concerns everyone. */
const mostPeople = 100;

/**
 * Notifies every process; inside a transaction when it commits. `people`: ids of users whose own facts have changed and
 * whom no table's trigger has announced.
 */
export async function sendNews(
  db: Db | Tx,
  news: readonly News[],
  people: readonly string[] = [],
): Promise<void> {
  const receivers = people.length > mostPeople ? '' : people.map((id) => `u${id}`).join(',');
  const own = people.length > 0 ? sql`, pg_notify(${ownChannel}, ${receivers})` : sql``;
  for (let from = 0; from < news.length; from += perPayload) {
    const part = news.slice(from, from + perPayload);
    await db.execute(
      sql`select pg_notify(${newsChannel}, ${JSON.stringify(part)})${from === 0 ? own : sql``}`,
    );
  }
}
