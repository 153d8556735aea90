/** Whose orders a person reads: the company acted for, at its head office also the stores that they may act for. */
import { allStores } from '#lib/contract/constants.ts';
import { wordOf } from '#lib/contract/numbers.ts';
import { orderWords } from '#lib/contract/order-numbers.ts';
import type { OrderSearch as Asked } from '#lib/contract/orders/search.ts';
import { findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';
import type { Db } from '../db/client.ts';
import type { Account } from '../people/account-rows.ts';
import { listActedFor } from '../people/store-rows.ts';
import type { OrderSearch } from './list-rows.ts';

export interface Reach {
  /** None for a store that is not theirs. */
  companyIds: number[];
  /** The stores to choose from, without the head office. */
  stores: { id: number; name: string }[];
}

/** A person at a store reads that store alone, whatever is asked for. */
export async function readReach(db: Db, account: Account, store: Asked['store']): Promise<Reach> {
  const { companyId, homeCompanyId, headId } = account;
  if (companyId !== homeCompanyId || headId !== null) return { companyIds: [companyId], stores: [] };
  const all = await listActedFor(db, account);
  const stores = all.filter(({ id }) => id !== companyId).map(({ id, name }) => ({ id, name }));
  if (store === undefined) return { companyIds: [companyId], stores };
  const asked = all.filter(({ id }) => store === allStores || id === store);
  return { companyIds: asked.map(({ id }) => id), stores };
}

/** A search as SQL takes it. Unknown status numbers are dropped: no order has one. */
export function searchOf({ status, keywords, from, to, merchant }: Asked): OrderSearch {
  const edge = (ms: number | null) => (ms === null ? null : new Date(ms));
  return {
    statuses: status.length > 0 ? status.flatMap((number) => wordOf(orderWords, number) ?? []) : null,
    keywords,
    from: edge(findDay(from)),
    to: edge(findDayEnd(to)),
    merchantId: merchant ?? null,
  };
}
