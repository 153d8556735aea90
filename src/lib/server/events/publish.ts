/**
 * News of small, frequent changes (the cart). NOTIFY lets one transaction commit at a time, so it is kept out of those
 * that have to be fast: after the commit what happened is collected for a moment and told in one statement.
 */
import type { News } from '../bus/channels.ts';
import type { Db } from '../db/client.ts';
import type { Account } from '../repos/accounts.ts';
import { sendNews } from '../repos/events.ts';

/** What a buyer does in one process the others know within 50 ms: this, and the way over the line. */
const collectMs = 25;

interface Collected {
  news: Map<string, News>;
  /** Users whose own facts are others now. */
  people: Set<string>;
}

const waiting = new Map<Db, Collected>();

/** Notifies the browsers of a company, or of one user, soon. News are hints: one that is lost does no harm. */
export function publish(db: Db, news: News): void {
  collect(db, news);
}

/** The cart of a user has changed: the badge of every browser they are logged in with follows. */
export function publishCart(db: Db, { companyId, userId }: Account): void {
  collect(db, { companyId, userId, kind: 'cart' });
}

/**
 * The same of a line that `raiseLine` wrote, which the tables have not announced: processes let go of what they keep of
 * the user's cart too. Where this is lost with its process, theirs is over by its age (followed/own-shelves).
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
