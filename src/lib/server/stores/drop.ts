/** Removes a store from the list that a head office named while it registered. */
import { AppError } from '#lib/contract/errors.ts';
import type { StoreChoice } from '#lib/contract/stores/calls.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { namedNotYet, namedState } from '#lib/rules/companies/named-stores.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { lockCompany } from '../people/member-rows.ts';
import { saveStores } from '../people/named-store-rows.ts';
import { takeNamed } from './named.ts';
import { listMyStores } from './stores.ts';

/**
 * `POST /api/stores/named/drop`: the named store of this code is not wanted any more; the desk still sees it on the
 * list. Safe to repeat. Throws 404 for a store that the company has not named, 409 for one that was opened, and while
 * the head office itself is not approved.
 */
export async function dropNamedStore(
  context: Context<'buyer'>,
  { credit_code: creditCode }: { credit_code: string },
): Promise<StoreChoice> {
  const { db, now, actor } = context;
  const { companyId, companyState } = actor.account;
  await db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const { stores, one, refusal } = await takeNamed(tx, companyId, creditCode);
    if (namedState(one) === 'dropped') return;
    if (refusal !== null) throw new AppError(409, refusal);
    if (!isApproved(companyState)) throw new AppError(409, namedNotYet);
    await saveStores(
      tx,
      companyId,
      stores.map((store) => (store === one ? { ...store, isDropped: true } : store)),
    );
    await writeAudit(tx, recordOf(context), {
      act: 'store.drop',
      subject: 'company',
      key: companyId,
      before: { name: one.name, creditCode },
      after: null,
      at: now,
    });
  });
  return listMyStores(context);
}
