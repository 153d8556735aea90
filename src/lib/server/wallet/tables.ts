/** The ledgers of a company as tables to download. */

import { AppError } from '#lib/contract/errors.ts';
import { type MoneyLogValues, moneyUses, type PointsLogValues } from '#lib/contract/wallet/calls.ts';
import { lastPointsDay, pointsUses } from '#lib/rules/points/points.ts';
import { secondKey } from '#lib/rules/terms/activity-time.ts';
import { textOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
import type { TableColumn } from '../engines/tables/write-table.ts';
import { listEntries, listPointsEntries } from '../ports/payments/wallet-rows.ts';
import { windowOf } from './window.ts';

/** Limit of rows of a file: longer spans are requested by days. */
const mostRows = 10_000;

type MoneyEntry = Awaited<ReturnType<typeof listEntries>>['list'][number];
type PointsEntry = Awaited<ReturnType<typeof listPointsEntries>>['list'][number];

/** 2026-11-23 09:05:07 in Shanghai. */
export function secondText(at: Date): string {
  return secondKey(at.getTime());
}

/** The columns of the balance's ledger. */
export const moneyColumns: readonly TableColumn<MoneyEntry>[] = [
  { head: '流水号', width: 12, kind: 'number', value: ({ id }) => id },
  { head: '时间', width: 20, kind: 'text', value: ({ createdAt }) => secondText(createdAt) },
  { head: '类型', width: 12, kind: 'text', value: ({ useType }) => textOf(moneyUses, useType) },
  { head: '收支（元）', width: 14, kind: 'money', value: ({ amount }) => amount },
  { head: '余额（元）', width: 14, kind: 'money', value: ({ balanceAfter }) => balanceAfter },
  { head: '说明', width: 40, kind: 'text', value: ({ note }) => note },
];

/** The columns of the points' ledger. */
export const pointsColumns: readonly TableColumn<PointsEntry>[] = [
  { head: '流水号', width: 12, kind: 'number', value: ({ id }) => id },
  { head: '时间', width: 20, kind: 'text', value: ({ createdAt }) => secondText(createdAt) },
  { head: '类型', width: 12, kind: 'text', value: ({ useType }) => textOf(pointsUses, useType) },
  { head: '增减', width: 10, kind: 'number', value: ({ amount }) => amount },
  { head: '积分', width: 10, kind: 'number', value: ({ balanceAfter }) => balanceAfter },
  { head: '欠分增减', width: 10, kind: 'number', value: ({ owed }) => owed },
  { head: '剩余', width: 10, kind: 'number', value: ({ left }) => left },
  {
    head: '有效期至',
    width: 12,
    kind: 'text',
    value: ({ expiresAt }) => (expiresAt === null ? '' : lastPointsDay(expiresAt.getTime())),
  },
  { head: '说明', width: 40, kind: 'text', value: ({ note }) => note },
];

/** Throws 422 for more rows than a file holds: a file never ends without a word. */
function whole<T>(list: readonly T[]): T[] {
  if (list.length > mostRows)
    throw new AppError(422, `明细超过${mostRows}条，请选择较短的日期范围，分几次下载`);
  return [...list];
}

/** The result of a search of the balance's ledger, the newest first. Throws 422 for more than 10,000 rows. */
export async function listMoneyRows(
  { db, actor: { account } }: Context<'buyer'>,
  input: MoneyLogValues,
): Promise<MoneyEntry[]> {
  const asked = { useType: input.use_type, ...windowOf(input), limit: mostRows + 1, offset: 0 };
  return whole((await listEntries(db, account.companyId, asked)).list);
}

/** The same for points. */
export async function listPointsRows(
  { db, actor: { account } }: Context<'buyer'>,
  input: PointsLogValues,
): Promise<PointsEntry[]> {
  const asked = { useType: input.use_type, ...windowOf(input), limit: mostRows + 1, offset: 0 };
  return whole((await listPointsEntries(db, account.companyId, asked)).list);
}
