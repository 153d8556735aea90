/**
 * One table for many stores: items × stores with quantities. Each store's lines are quoted and checked as that store's
 * own, at its address; stock is checked together; all trades are placed in one transaction or none (rules 3).
 */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { StoreCell, StoresQuote } from '#lib/contract/stores/calls.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { isPlaceToCheck, placeToCheckText } from '#lib/rules/companies/delivery-place.ts';
import { isWithinOrderLimit } from '#lib/rules/companies/roles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { cartChoices } from '#lib/rules/terms/asked.ts';
import { addressText } from '#lib/rules/text/address-text.ts';
import { type AddressRow, findDefaultAddress } from '../addresses/rows.ts';
import { findMinimumGaps } from '../cart/checkout-preview.ts';
import { type QuotedCart, quotedLines, quoteStored } from '../cart/quoted-cart.ts';
import type { CartLineRow } from '../cart/rows.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { type Account, findAccountFor } from '../people/account-rows.ts';
import { listActedFor } from '../people/store-rows.ts';

/** One store's part of the table, quoted as its own. */
interface StorePart {
  account: Account;
  address: AddressRow | null;
  cart: Omit<QuotedCart, 'address'>;
  problems: string[];
}

/**
 * Quotes each store's lines. Throws 404 for a store for which this person may not act, 422 for an item that a store
 * names twice.
 */
export async function quoteParts(
  db: Db | Tx,
  { actor, now }: Context<'buyer'>,
  cells: readonly StoreCell[],
): Promise<StorePart[]> {
  const { account } = actor;
  const byStore = [...Map.groupBy(cells, (cell) => cell.store_id)].sort(([a], [b]) => a - b);
  const allowed = new Set((await listActedFor(db, account)).map(({ id }) => id));
  if (byStore.some(([id]) => !allowed.has(id))) throw new AppError(404, '没有这家门店，或您没有该门店的权限');
  const parts: StorePart[] = [];
  for (const [storeId, own] of byStore) {
    if (new Set(own.map((cell) => cell.goods_id)).size < own.length)
      throw fieldError('cells', '同一门店的同一商品只能填一次');
    const acting = await findAccountFor(db, account.userId, storeId);
    if (acting === null) throw new AppError(404, '没有这家门店，或您没有该门店的权限');
    const address = await findDefaultAddress(db, storeId);
    const lines = own.map((cell, at) => lineOf(cell, at, acting, now));
    const cart = await quoteStored(
      db,
      acting,
      { lines, regionCode: address?.regionCode ?? null, choices: cartChoices },
      now,
    );
    parts.push({ account: acting, address, cart, problems: problemsOf(acting, address, cart) });
  }
  return parts;
}

function lineOf({ goods_id, number }: StoreCell, at: number, account: Account, now: Date): CartLineRow {
  return {
    id: at + 1,
    userId: account.userId,
    companyId: account.companyId,
    kind: 'normal',
    goodsId: goods_id,
    activityId: null,
    number,
    isSelected: true,
    isSavedForLater: false,
    priceWhenAdded: null,
    createdAt: now,
    updatedAt: now,
  };
}

function problemsOf(
  account: Account,
  address: AddressRow | null,
  cart: Omit<QuotedCart, 'address'>,
): string[] {
  const problems: string[] = [];
  if (!isApproved(account.companyState)) problems.push('门店资质还没有审核通过，暂不能下单');
  if (address === null) problems.push('门店还没有收货地址');
  for (const { line, quoted } of quotedLines(cart)) {
    if (quoted.refusal === null) continue;
    const name = cart.loaded.rows.get(line.goodsId ?? 0)?.product.name;
    problems.push(name === undefined ? quoted.refusal.reason : `“${name}”：${quoted.refusal.reason}`);
  }
  return [...problems, ...findMinimumGaps(cart)];
}

/** Items with less stock than all stores together want. */
function lackingOf(parts: readonly StorePart[]): StoresQuote['lacking'] {
  const wanted = new Map<number, { wanted: number; stock: number }>();
  for (const { cart } of parts)
    for (const { line } of quotedLines(cart)) {
      const id = line.goodsId ?? 0;
      const stock = cart.loaded.rows.get(id)?.goods.stock ?? 0;
      wanted.set(id, { wanted: (wanted.get(id)?.wanted ?? 0) + line.number, stock });
    }
  return [...wanted]
    .filter(([, { wanted: sum, stock }]) => sum > stock)
    .map(([goods_id, one]) => ({ goods_id, ...one }));
}

export function wireOf(parts: readonly StorePart[]): StoresQuote {
  const lacking = lackingOf(parts);
  const pay = parts.reduce((sum, { cart }) => sum + cart.quote.totals.pay, 0);
  const isClear = lacking.length === 0 && parts.every(({ problems }) => problems.length === 0);
  return {
    stores: parts.map((part) => storeOf(part)),
    lacking,
    pay_amount: formatYuan(pay),
    can_order: isClear ? 1 : 0,
  };
}

function storeOf({ account, address, cart, problems }: StorePart): StoresQuote['stores'][number] {
  const { quote } = cart;
  const sees = isApproved(account.companyState);
  const isWithin = quote.orders.every((order) => isWithinOrderLimit(order.pay, account.orderLimit));
  const notices = [
    ...(address && isPlaceToCheck(address.regionCode, account.regionCode) ? [placeToCheckText] : []),
    ...(isWithin ? [] : ['有订单超过您的单笔限额，提交后须企业管理员或财务审核']),
  ];
  return {
    store_id: account.companyId,
    name: account.company,
    address: address === null ? '' : addressText(address),
    pay_amount: formatYuan(sees ? quote.totals.pay : 0),
    shipping_amount: formatYuan(sees ? quote.totals.shipping : 0),
    orders: quote.orders.length,
    problems,
    notices,
    lines: quotedLines(cart).map(({ line, quoted }) => ({
      goods_id: line.goodsId ?? 0,
      number: line.number,
      ...(sees && quoted.counts && { pay_amount: formatYuan(quoted.paid) }),
      reason: quoted.refusal?.reason ?? '',
    })),
  };
}

/** `POST /api/stores/quote`: nothing is reserved. Throws as `quoteParts`. */
export async function quoteStores(
  context: Context<'buyer'>,
  { cells }: { cells: StoreCell[] },
): Promise<StoresQuote> {
  return wireOf(await quoteParts(context.db, context, cells));
}
