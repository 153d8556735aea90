/** Licence health: items that the end of each licence would keep the company from buying again (rules 1, 2). */

import { isApproved } from '#lib/rules/companies/company-state.ts';
import { type BoughtGoods, healthDays, paperEnds } from '#lib/rules/companies/paper-health.ts';
import { findScope, paperNames, papersToRenew } from '#lib/rules/companies/qualification.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { daysLeft } from '#lib/rules/terms/shelf-life.ts';
import type { Db } from '../db/client.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import type { Account } from '../people/account-rows.ts';
import { listBoughtSince } from './paper-rows.ts';

const day = 86_400_000;
const paid = orderStatuses.filter(orderIs.paid);

/** The end of a licence, for pages. */
export interface PaperHealth {
  name: string;
  number: string;
  /** Its last day in Shanghai, and the days until then: 0 is today, below 0 it has passed. */
  endsOn: string;
  left: number;
  /** A reminder is due, or it has ended, and no other licence continues it. */
  isDue: boolean;
  /** Scopes without a licence from then on. */
  scopes: string[];
  /** Bought in the last 90 days and not buyable then, the most expensive first; yuan paid for it in these days. */
  goods: { id: number; name: string; spec: string; maker: string; paid: string }[];
  /** Yuan in thirty days. */
  monthly: string;
}

type Asking = Pick<Account, 'companyId' | 'companyState' | 'papers' | 'scopes'>;

/** Of the given company: the first to end first. Empty for a company that may not buy anyway. */
export async function getPaperHealth(db: Db, account: Asking, now: Date): Promise<PaperHealth[]> {
  if (!isApproved(account.companyState) || account.papers.every(({ validTo }) => validTo === null)) return [];
  const moment = now.getTime();
  const since = new Date(moment - healthDays * day);
  const rows = await readElsewhere(db, (from) =>
    listBoughtSince(from, account.companyId, { since, statuses: paid }),
  );
  const bought = rows.map((row) => ({ ...row, scope: findScope(row.scope) }) satisfies BoughtGoods);
  const due = papersToRenew(account.papers, moment);
  return paperEnds(account, bought, moment).map(({ paper, scopes, goods, monthly }) => {
    const endsOn = dayKey(paper.validTo);
    return {
      name: paperNames[paper.kind],
      number: paper.number,
      endsOn,
      left: daysLeft(endsOn, moment),
      isDue: due.includes(paper),
      scopes,
      goods: goods.map(({ id, name, spec, maker, ...one }) => ({
        id,
        name,
        spec,
        maker,
        paid: formatYuan(one.paid),
      })),
      monthly: formatYuan(monthly),
    };
  });
}
