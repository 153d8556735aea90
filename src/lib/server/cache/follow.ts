/** Keeps the cached rows of the process in step with the database. */
import { subscribe } from '../core/bus/bus.ts';
import type { Message } from '../core/bus/channels.ts';
import { onShutdown } from '../core/process/lifecycle.ts';
import type { Db } from '../db/client.ts';
import { dropCompanies, dropPeople, sessions } from './accounts.ts';
import { changeSold, dropActivities, listenToActivities } from './activities.ts';
import { dropOwn, listenToOwnFacts } from './buyer-entries.ts';
import { changeStocks, dropGoods, goodsRows } from './goods.ts';

/**
 * After it resolves, rows of this database are cached; while its announcements cannot arrive, everything is read.
 * Before it is called, as in tools and tests, everything is read too. Rejects when the database cannot be listened to.
 */
export async function followDatabase(db: Db): Promise<() => Promise<void>> {
  const listenTo = (source: Db | null) => {
    sessions.listenTo(source);
    goodsRows.listenTo(source);
    listenToActivities(source);
    listenToOwnFacts(source);
  };
  const stop = await subscribe({
    on: {
      accounts_changed: dropCompanies,
      sessions_ended: dropPeople,
      own_changed: dropOwn,
      pages_changed: changePages,
      catalogue_changed: changeCatalogue,
      stock_changed: changeStocks,
      sold_changed: changeSold,
    },
    onLost: () => listenTo(null),
    onGap: () => listenTo(db),
  });
  listenTo(db);
  const end = async () => {
    listenTo(null);
    await stop();
  };
  onShutdown('followed rows', 'resources', end);
  return end;
}

/** Coupon terms are cached with the companies that hold or may claim them. */
function changePages(tags: Message<'pages_changed'>): void {
  if (tags === 'all' || tags.includes('coupons')) dropOwn('all');
}

/** A changed activity is announced as a change of everything. */
function changeCatalogue(goods: Message<'catalogue_changed'>): void {
  dropGoods(goods);
  if (goods === 'all') dropActivities();
}
