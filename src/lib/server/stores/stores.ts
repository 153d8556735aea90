/** A head office's stores: acting for one, and adding one (rules 2). */

import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { AddStoreInput, StoreChoice, StoreWire } from '#lib/contract/stores/calls.ts';
import { companyStateText, isApproved, isRestricted } from '#lib/rules/companies/company-state.ts';
import { findStoreRefusal, maxStores, namedNotYet, storeType } from '#lib/rules/companies/named-stores.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { must } from '#lib/rules/terms/must.ts';
import { addressText } from '#lib/rules/text/address-text.ts';
import { findPlace } from '../addresses/addresses.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { type Account, findAccountFor } from '../people/account-rows.ts';
import { openApplication, saveDraft } from '../people/application-rows.ts';
import { lockCompany } from '../people/member-rows.ts';
import { saveStores } from '../people/named-store-rows.ts';
import { countStores, insertStore, listActedFor, type StoreRow, setStoreOf } from '../people/store-rows.ts';
import { listWaiting, refuseWaitingName, takeNamed } from './named.ts';

/** `GET /api/stores`: the person's own company first. */
export async function listMyStores({ db, actor: { account } }: Context<'buyer'>): Promise<StoreChoice> {
  const rows = await listActedFor(db, account);
  const isAtHome = account.companyId === account.homeCompanyId;
  const mayAdd = isAtHome && account.headId === null && roleMay(account.role, 'manage');
  return {
    list: rows.map((row) => wireOf(row, account)),
    may_add: mayAdd ? 1 : 0,
    waiting: mayAdd ? await listWaiting(db, account.companyId) : [],
    may_open: mayAdd && isApproved(account.companyState) ? 1 : 0,
  };
}

function wireOf(row: StoreRow, account: Account): StoreWire {
  const isHome = row.id === account.homeCompanyId;
  // Regardless of the store's own rights: a frozen head office does not order for its stores.
  const isHeadFrozen =
    account.isHomeFrozen ||
    (account.companyId === account.homeCompanyId && isRestricted(account.companyState));
  const isHeld = isHeadFrozen && !isHome && isApproved(row.state);
  return {
    id: row.id,
    name: row.name,
    code: row.storeCode,
    status_text: isHeld ? '总部已冻结' : companyStateText(row.state),
    may_buy: isApproved(row.state) && !isHeld ? 1 : 0,
    inherits: row.inheritsPapers ? 1 : 0,
    address: row.address === null ? '' : addressText(row.address),
    is_home: isHome ? 1 : 0,
    is_current: row.id === account.companyId ? 1 : 0,
  };
}

/**
 * `POST /api/stores/{id}/enter`: this session acts for the store, or for the person's own company again; other devices
 * are not changed. Safe to repeat. Throws 404 for a store that the person may not act for.
 */
export async function enterStore(context: Context<'buyer'>, { id }: { id: number }): Promise<StoreChoice> {
  const { db, actor } = context;
  const { account } = actor;
  const rows = await listActedFor(db, account);
  if (!rows.some((row) => row.id === id)) throw new AppError(404, '没有这家门店，或您没有该门店的权限');
  const { sessionId, userId, homeCompanyId } = account;
  const isSet =
    sessionId !== null && (await setStoreOf(db, { userId, sessionId }, id === homeCompanyId ? null : id));
  const acting = await findAccountFor(db, userId, id);
  if (!isSet || acting === null) throw new AppError(401);
  return listMyStores({ ...context, actor: { ...actor, account: acting } });
}

/**
 * `POST /api/stores`: adds a company under the head office. On the head office's licences it may buy at once; otherwise
 * it waits until its own were reviewed. With `credit_code` it is the store of this code that was named at the
 * registration, which is opened once. Throws 409 at a store, for a head office whose licences are not approved, and for
 * a named store that was opened already, 404 for one that was not named, 422 for a number that another store has.
 */
export async function addStore(context: Context<'buyer'>, input: AddStoreInput): Promise<StoreWire> {
  const { db, now, actor } = context;
  const { account } = actor;
  const { companyId } = account;
  const inherits = input.inherits === 1;
  const refusal = findStoreRefusal({ state: account.companyState, headId: account.headId }, inherits);
  if (refusal !== null) throw new AppError(409, refusal);
  const creditCode = input.credit_code;
  if (creditCode !== '' && !isApproved(account.companyState)) throw new AppError(409, namedNotYet);
  const place = findPlace(input);
  const id = await db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const named = creditCode === '' ? null : await takeNamed(tx, companyId, creditCode);
    if (named === null) await refuseWaitingName(tx, companyId, input.name);
    else if (named.refusal !== null) throw new AppError(409, named.refusal);
    const { all, sameCode } = await countStores(tx, companyId, input.code);
    if (all >= maxStores) throw new AppError(409, `最多添加${maxStores}家门店，请联系客服`);
    if (sameCode > 0) throw fieldError('code', '已有门店用了这个编号，请换一个');
    const made = await insertStore(tx, {
      headId: companyId,
      name: input.name,
      storeCode: input.code,
      inheritsPapers: inherits,
      buyerType: storeType(account.buyerType),
      status: inherits ? 'approved' : 'draft',
      place,
      receiver: input.receiver,
      phone: input.phone,
      detail: input.detail,
      createdAt: now,
    });
    if (named !== null) {
      const { stores, one } = named;
      await saveStores(
        tx,
        companyId,
        stores.map((store) => (store === one ? { ...store, companyId: made } : store)),
      );
      if (!inherits) await beginWithCode(tx, made, { creditCode, now });
    }
    await writeAudit(tx, recordOf(context), {
      act: 'store.add',
      subject: 'company',
      key: made,
      before: null,
      after: { headId: companyId, name: input.name, code: input.code, creditCode, inheritsPapers: inherits },
      at: now,
    });
    await sendMessages(tx, {
      companyId,
      kind: 'company',
      title: `门店${input.name}已添加`,
      body: inherits
        ? '门店沿用总部资质，现在就可以为它下单。'
        : '门店用自己的资质采购，请切换到该门店提交资质，审核通过后可以下单。',
      link: path('/zhzx/ddgl'),
      ref: `store:${made}`,
    });
    return made;
  });
  const rows = await listActedFor(db, account);
  return wireOf(
    must(
      rows.find((row) => row.id === id),
      `store ${id}`,
    ),
    account,
  );
}

/** The application of a store with its own licences starts with the code under which it was named. */
async function beginWithCode(
  tx: Tx,
  companyId: number,
  { creditCode, now }: { creditCode: string; now: Date },
): Promise<void> {
  const { id, version, data } = await openApplication(tx, companyId, { kind: 'first', now });
  await saveDraft(tx, { id, version, data: { ...data, creditCode }, now });
}
