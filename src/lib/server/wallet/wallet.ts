/** The wallet: balance and points, and their entries. */

import {
  type MoneyLog,
  type MoneyLogValues,
  type MoneyOutput,
  moneyUses,
  type PointsLog,
  type PointsLogValues,
} from '#lib/contract/wallet/calls.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { sumLots } from '#lib/rules/points/lots.ts';
import {
  findPointsReminder,
  lastPointsDay,
  orderOfPoints,
  pointsOrderOfPoints,
  pointsUses,
} from '#lib/rules/points/points.ts';
import { textOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
import { listLots } from '../points/lot-rows.ts';
import { findWallet, listEntries, listPointsEntries } from '../ports/payments/wallet-rows.ts';
import { sumPromises } from '../site/promises.ts';
import { windowOf } from './window.ts';

/** `GET /api/user/user-money`. */
export async function getMoney({ db, actor: { account } }: Context<'buyer'>): Promise<MoneyOutput> {
  const [wallet, promised] = await Promise.all([
    findWallet(db, account.companyId),
    sumPromises(db, account.companyId, ['completed']),
  ]);
  return {
    balance: formatYuan(wallet.balance),
    points: wallet.points,
    promised: formatYuan(promised.rebate + promised.cashback),
  };
}

/** `GET /api/user/user-money/log`: entries of the balance, the newest first. */
export async function listMoneyLog(
  { db, actor: { account } }: Context<'buyer'>,
  input: MoneyLogValues,
): Promise<MoneyLog> {
  const { list, total } = await listEntries(db, account.companyId, {
    useType: input.use_type,
    ...windowOf(input),
  });
  return {
    list: list.map((entry) => ({
      id: entry.id,
      use_type: entry.useType,
      use_type_text: textOf(moneyUses, entry.useType),
      amount: formatYuan(entry.amount),
      balance: formatYuan(entry.balanceAfter),
      note: entry.note,
      created_at: entry.createdAt.toISOString(),
    })),
    total,
  };
}

/** `GET /api/points/log`: what there is, and its entries, the newest first. */
export async function listPointsLog(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: PointsLogValues,
): Promise<PointsLog> {
  const { companyId } = account;
  const [{ list, total }, wallet, lots] = await Promise.all([
    listPointsEntries(db, companyId, { useType: input.use_type, ...windowOf(input) }),
    findWallet(db, companyId),
    listLots(db, companyId),
  ]);
  const open = lots.filter(({ endsAt }) => endsAt > now.getTime()).toSorted((a, b) => a.endsAt - b.endsAt);
  return {
    list: list.map((entry) => ({
      id: entry.id,
      use_type: entry.useType,
      use_type_text: textOf(pointsUses, entry.useType),
      number: entry.amount,
      points: entry.balanceAfter,
      owed: entry.owed,
      note: entry.note,
      order_no: orderOfPoints(entry.useType, entry.ref) ?? '',
      points_order_no: pointsOrderOfPoints(entry.useType, entry.ref) ?? '',
      left: entry.left,
      last_day: entry.expiresAt === null ? '' : lastPointsDay(entry.expiresAt.getTime()),
      created_at: entry.createdAt.toISOString(),
    })),
    total,
    usable: wallet.points,
    debt: wallet.debt,
    ends: [...Map.groupBy(open, ({ endsAt }) => endsAt)].map(([endsAt, own]) => ({
      last_day: lastPointsDay(endsAt),
      points: sumLots(own),
      is_soon: findPointsReminder(endsAt, now.getTime()) === null ? 0 : 1,
    })),
  };
}
