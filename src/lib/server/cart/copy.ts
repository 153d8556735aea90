/** Copying lines into the carts of other stores of the account (rules 15, /api/cart/copy). */

import type { Copied, StoreList } from '#lib/contract/cart/calls.ts';
import type { AddLine, CopyInput } from '#lib/contract/cart/inputs.ts';
import { AppError } from '#lib/contract/errors.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { rolesThatMay } from '#lib/rules/companies/roles.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import type { Context } from '../core/context.ts';
import { findAccount } from '../people/account-rows.ts';
import { listStorePeople, type StorePerson } from '../people/store-rows.ts';
import { addLines } from './add.ts';
import { type CartLineRow, listCartLines } from './rows.ts';

/** `GET /api/cart/stores`: the buyers of the other stores of the account. */
export async function listStores({ db, actor: { account } }: Context<'buyer'>): Promise<StoreList> {
  const people = await listStorePeople(db, account.companyId, rolesThatMay('order'));
  return { list: people.map(wireOf) };
}

/**
 * `POST /api/cart/copy`: puts lines into other carts with at least their number here, each by the rules and prices of
 * its own store; refused items of a store are named with the reason. Safe to repeat. Throws 403 for a person who orders
 * for no store of this account, 404 for lines that are not in this cart.
 */
export async function copyLines(context: Context<'buyer'>, input: CopyInput): Promise<Copied> {
  const {
    db,
    actor: { account },
  } = context;
  const people = await listStorePeople(db, account.companyId, rolesThatMay('order'));
  const wanted = new Set(input.other_user_ids);
  const targets = people.filter(({ userId }) => wanted.has(userId));
  if (targets.length < wanted.size) throw new AppError(403, '只能复制到本账号的其他门店');
  const ids = [...new Set(input.ids)];
  const lines = await listCartLines(db, account, ids);
  if (lines.length < ids.length) throw new AppError(404, '商品已不在购物车，请刷新购物车后再试');
  const stores: Copied['stores'] = [];
  // One after the other: a head office may have many stores, and other requests need the database too.
  for (const person of targets) stores.push(await copyTo(context, person, lines));
  return { stores };
}

async function copyTo(
  { db, now }: Context<'buyer'>,
  person: StorePerson,
  lines: readonly CartLineRow[],
): Promise<Copied['stores'][number]> {
  const account = await findAccount(db, person.userId);
  if (account === null) throw new AppError(403, '只能复制到本账号的其他门店');
  try {
    const { refused } = await addLines(db, account, lines.map(addLineOf), now, 'raise');
    return { ...wireOf(person), added: lines.length - refused.length, refused };
  } catch (error) {
    if (!(error instanceof AppError) || error.code >= 500) throw error;
    // How full that person's cart is does not concern others.
    const isFull = fieldOf(fieldOf(error.data, 'errors'), 'lines') !== undefined;
    const { code, message } = error;
    const reason = isFull ? '未能放入该门店的购物车，请联系门店处理' : message;
    return {
      ...wireOf(person),
      added: 0,
      refused: lines.map(({ goodsId }) => ({ goods_id: goodsId, code, reason })),
    };
  }
}

function addLineOf({ kind, goodsId, activityId, number }: CartLineRow): AddLine {
  return {
    type: lineTypes[kind],
    goods_id: goodsId ?? undefined,
    activity_id: activityId ?? undefined,
    number,
  };
}

function wireOf({ userId, name, company }: StorePerson): StoreList['list'][number] {
  return { user_id: userId, name, company };
}
