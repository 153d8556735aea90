/**
 * News of small, frequent changes (the cart). NOTIFY lets one transaction commit at a time, so it is left out of the
 * fast ones: after the commit, changes are collected for a moment and announced in one statement.
 */

import type { Db } from '../../db/client.ts';
import type { Account } from '../../people/account-rows.ts';
import type { News } from '../bus/channels.ts';
import { sendNews } from '../bus/event-rows.ts';

/** Other processes know what a buyer does within 50 ms: this time plus the network. */
const collectMs = 25;

interface Collected {
  news: Map<string, News>;
  /** Users whose own facts have changed. */
  people: Set<string>;
}

const waiting = new Map<Db, Collected>();

/** Notifies the browsers of a company, or of one user, soon. News are hints: losing one does no harm. */
export function publish(db: Db, news: News): void {
  collect(db, news);
}

/** The cart of a user has changed: the badge in all of their browsers follows. */
export function publishCart(db: Db, { companyId, userId }: Account): void {
  collect(db, { companyId, userId, kind: 'cart' });
}

/**
 * The same for a line written by `raiseLine`, which the tables have not announced: processes drop what they cache of
 * the user's cart too. If this is lost with its process, the caches expire by age (cache/own-shelves).
 */
export function publishRaised(db: Db, { companyId, userId }: Account): void {
  collect(db, { companyId, userId, kind: 'cart' }).people.add(userId);
}

function collect(db: Db, news: News): Collected {
  const waits = waiting.get(db);
  const collected = waits ?? { news: new Map<string, News>(), people: new Set<string>() };
  collected.news.set(`${news.companyId} ${news.userId ?? ''} ${news.kind}`, news);
  if (waits === undefined) {
    waiting.set(db, collected);
    setTimeout(() => {
      waiting.delete(db);
      sendNews(db, [...collected.news.values()], [...collected.people]).catch(() => undefined);
    }, collectMs).unref();
  }
  return collected;
}
