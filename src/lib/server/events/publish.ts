/**
 * News of small, frequent changes (the cart). NOTIFY lets one transaction commit at a time, so it is kept out of those
 * that have to be fast: after the commit what happened is collected for a moment and told in one statement.
 */
import type { News } from '../bus/channels.ts';
import type { Db } from '../db/client.ts';
import type { Account } from '../repos/accounts.ts';
import { sendNews } from '../repos/events.ts';

const collectMs = 40;

const waiting = new Map<Db, Map<string, News>>();

/** Notifies the browsers of a company, or of one user, soon. News are hints: one that is lost does no harm. */
export function publish(db: Db, news: News): void {
  const collected = waiting.get(db) ?? new Map<string, News>();
  collected.set(`${news.companyId} ${news.userId ?? ''} ${news.kind}`, news);
  if (waiting.has(db)) return;
  waiting.set(db, collected);
  setTimeout(() => {
    waiting.delete(db);
    sendNews(db, [...collected.values()]).catch(() => undefined);
  }, collectMs).unref();
}

/** The cart of a user has changed: the badge of every browser they are logged in with follows. */
export function publishCart(db: Db, { companyId, userId }: Account): void {
  publish(db, { companyId, userId, kind: 'cart' });
}
