/** The wallet: balance and points, and their entries. */

import {
  type MoneyLog,
  type MoneyLogValues,
  type MoneyOutput,
  moneyUses,
  type PointsLog,
  type PointsLogValues,
  pointsUses,
} from '#lib/contract/wallet/calls.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { textOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
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

/** `GET /api/points/log`: entries of the points, the newest first. */
export async function listPointsLog(
  { db, actor: { account } }: Context<'buyer'>,
  input: PointsLogValues,
): Promise<PointsLog> {
  const { list, total } = await listPointsEntries(db, account.companyId, {
    useType: input.use_type,
    ...windowOf(input),
  });
  return {
    list: list.map((entry) => ({
      id: entry.id,
      use_type: entry.useType,
      use_type_text: textOf(pointsUses, entry.useType),
      number: entry.amount,
      points: entry.balanceAfter,
      note: entry.note,
      created_at: entry.createdAt.toISOString(),
    })),
    total,
  };
}
