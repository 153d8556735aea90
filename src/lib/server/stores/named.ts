/** Stores that a head office named while it registered (rules 2): shown to the desk, opened one by one by their owner. */

import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { WaitingStore } from '#lib/contract/stores/calls.ts';
import type { NamedStoreRow } from '#lib/contract/stores/named-schema.ts';
import { findNamedRefusal, namedState, namedStates } from '#lib/rules/companies/named-stores.ts';
import type { NamedStore } from '#lib/rules/companies/registration.ts';
import { regionText } from '#lib/rules/text/address-text.ts';
import { findCreditCodeProblem } from '#lib/rules/text/credit-code.ts';
import { findRegion } from '../addresses/regions.ts';
import type { Db, Tx } from '../db/client.ts';
import { companyDataOf } from '../people/application-rows.ts';
import { listNamed, lockStores } from '../people/named-store-rows.ts';
import { listOthersByCode, listStorePlaces } from '../people/store-rows.ts';

/** All stores that a company has named, for the desk; empty where it named none. */
export async function namedStoresOf(db: Db, companyId: number): Promise<NamedStoreRow[]> {
  const stores = await listNamed(db, companyId);
  const ids = stores.flatMap(({ companyId: id }) => id ?? []);
  const codes = stores.map(({ creditCode }) => creditCode).filter((code) => code !== '');
  const [places, others] = await Promise.all([
    listStorePlaces(db, companyId, ids),
    listOthersByCode(db, companyId, codes),
  ]);
  return stores.map((store) => {
    const other = others.find(({ creditCode }) => creditCode === store.creditCode);
    const problems = [
      findCreditCodeProblem(store.creditCode),
      other && `代码已属于${other.name}（企业${other.id}）`,
    ];
    return {
      name: store.name,
      credit_code: store.creditCode,
      address: places.get(store.companyId ?? 0) || placeOfStore(store),
      state_text: namedStates[namedState(store)].text,
      company_id: store.companyId ?? 0,
      problem: problems.filter(Boolean).join('；'),
    };
  });
}

function placeOfStore({ regionCode }: NamedStore): string {
  const region = findRegion(regionCode);
  return region === undefined ? '' : regionText(region);
}

/** Those that wait to be opened, with the known values for their form. */
export async function listWaiting(db: Db, companyId: number): Promise<WaitingStore[]> {
  const stores = (await listNamed(db, companyId)).filter((store) => namedState(store) === 'waiting');
  if (stores.length === 0) return [];
  const { receiver, phone } = await companyDataOf(db, companyId);
  return stores.map((store) => ({
    name: store.name,
    credit_code: store.creditCode,
    region_code: store.regionCode,
    region: placeOfStore(store),
    receiver,
    phone,
  }));
}

/**
 * Locks the stores of a head office until the transaction ends, and answers the one with this code. Throws 404 where
 * none has it, 409 where that one was opened or dropped already.
 */
export async function takeNamed(tx: Tx, headId: number, creditCode: string) {
  const stores = await lockStores(tx, headId);
  const of = stores.filter((store) => store.creditCode === creditCode);
  const one = of.find((store) => namedState(store) === 'waiting') ?? of[0];
  if (one === undefined) throw new AppError(404, '待开通清单里没有这家门店，请刷新页面');
  const refusal = findNamedRefusal(one);
  return { stores, one, refusal };
}

/** Throws 422 for a store that waits on the list: opened separately it would exist twice. */
export async function refuseWaitingName(tx: Tx, headId: number, name: string): Promise<void> {
  const stores = await lockStores(tx, headId);
  if (stores.some((store) => store.name === name && namedState(store) === 'waiting'))
    throw fieldError('name', '这家门店在待开通清单里，请在清单里点“开通”');
}
