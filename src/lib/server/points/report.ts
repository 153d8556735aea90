/** 积分报表 (rules 6): the points that the shop owes, and what each month gave and took, by who pays for them. */

import type { PointsReportValues } from '#lib/contract/points-report.ts';
import type { Fen } from '#lib/rules/money/money.ts';
import { worthOf } from '#lib/rules/money/points-worth.ts';
import {
  footMonths,
  monthsUntil,
  type PointsMonth,
  sumParts,
  type UseSums,
} from '#lib/rules/points/report.ts';
import type { Context } from '../core/context.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { listMerchantRows } from '../merchants/desk-rows.ts';
import { getSettings } from '../site/settings.ts';
import { readPoints } from './report-rows.ts';

/** Who pays for points: a merchant, or 0 for the platform. */
export interface PointsPayer {
  id: number;
  name: string;
}

export interface PointsEnd {
  /** The last day on which they may be spent. */
  day: string;
  payer: string;
  points: number;
  value: Fen;
}

interface PayerSums {
  payer: string;
  points: number;
  value: Fen;
  given: number;
  redeemed: number;
  lost: number;
}

export interface PointsReport {
  months: PointsMonth[];
  /** The months of each payer, for the file. */
  byPayer: { payer: string; months: PointsMonth[] }[];
  ends: PointsEnd[];
  payers: PayerSums[];
  total: { points: number; value: Fen; debt: number; yuanPerThousand: number };
  /** Payers to choose from. */
  choices: PointsPayer[];
}

const platform: PointsPayer = { id: 0, name: '平台' };

export async function readPointsReport(
  { db }: Pick<Context<'platform'>, 'db'>,
  asked: PointsReportValues,
): Promise<PointsReport> {
  const count = asked.months === '' ? 12 : Number(asked.months);
  const [read, settings, merchants] = await Promise.all([
    readElsewhere(db, (on) => readPoints(on, count)),
    getSettings(db),
    listMerchantRows(db),
  ]);
  const names = new Map(
    [platform, ...merchants.map(({ id, shortName: name }) => ({ id, name }))].map((one) => [
      one.id,
      one.name,
    ]),
  );
  const choices = [...names].map(([id, name]) => ({ id, name }));
  const isAsked = ({ payer }: { payer: number | null }) =>
    asked.payer === undefined || (payer ?? 0) === asked.payer;
  const value = (points: number) => worthOf(points, settings.pointsWorth);
  const nameOf = (payer: number) => names.get(payer) ?? '';
  const lots = read.ends.filter(isAsked);
  const entries = read.entries.filter(isAsked);
  const months = monthsUntil(read.month, count);
  const payers = [...new Set([...lots, ...entries].map(({ payer }) => payer ?? 0))].toSorted((a, b) => a - b);
  const byPayer = payers.map((payer) => {
    const isOwn = (row: { payer: number | null }) => (row.payer ?? 0) === payer;
    const points = sumOf(lots.filter(isOwn));
    return { payer: nameOf(payer), points, months: footMonths(months, entries.filter(isOwn), points) };
  });
  const points = sumOf(lots);
  return {
    months: footMonths(months, entries, points),
    byPayer,
    ends: lots.map((row) => ({
      day: row.day,
      payer: nameOf(row.payer ?? 0),
      points: row.points,
      value: value(row.points),
    })),
    payers: byPayer.map((row) => ({
      payer: row.payer,
      points: row.points,
      value: value(row.points),
      ...sumParts(sumMonths(row.months)),
    })),
    total: { points, value: value(points), debt: read.debt, yuanPerThousand: settings.pointsWorth },
    choices,
  };
}

function sumOf(rows: readonly { points: number }[]): number {
  return rows.reduce((sum, { points }) => sum + points, 0);
}

/** The uses of all these months. */
function sumMonths(months: readonly PointsMonth[]): UseSums {
  const uses: Record<string, number> = {};
  for (const month of months)
    for (const [use, points] of Object.entries(month.uses)) uses[use] = (uses[use] ?? 0) + points;
  return uses;
}
