/** The tables of 积分报表 as files. */
import type { PointsTable } from '#lib/contract/points-report.ts';
import { type PointsUse, pointsUses } from '#lib/rules/points/points.ts';
import type { PointsMonth } from '#lib/rules/points/report.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { type TableColumn, type TableFormat, writeTable } from '../engines/tables/write-table.ts';
import type { PointsEnd, PointsReport } from './report.ts';

const endColumns: readonly TableColumn<PointsEnd>[] = [
  { head: '到期日', width: 12, kind: 'text', value: ({ day }) => day },
  { head: '承担方', width: 16, kind: 'text', value: ({ payer }) => payer },
  { head: '未用积分', width: 14, kind: 'number', value: ({ points }) => points },
  { head: '折合（元）', width: 14, kind: 'money', value: ({ value }) => value },
];

type PayerMonth = PointsMonth & { payer: string };

const useColumn = (use: PointsUse): TableColumn<PayerMonth> => ({
  head: pointsUses[use],
  width: 12,
  kind: 'number',
  value: ({ uses }) => uses[use] ?? 0,
});

const monthColumns: readonly TableColumn<PayerMonth>[] = [
  { head: '月份', width: 10, kind: 'text', value: ({ month }) => month },
  { head: '承担方', width: 16, kind: 'text', value: ({ payer }) => payer },
  { head: '月初积分', width: 14, kind: 'number', value: ({ opening }) => opening },
  ...keysOf(pointsUses).map(useColumn),
  { head: '月末积分', width: 14, kind: 'number', value: ({ closing }) => closing },
];

/** One of the tables: how many rows it has, and its file. */
export function tableOfPoints({ ends, byPayer }: PointsReport, table: PointsTable) {
  const of = <Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]) => ({
    rows: rows.length,
    write: (form: TableFormat) => writeTable(form, columns, rows),
  });
  if (table === 'ends') return of(endColumns, ends);
  return of(
    monthColumns,
    byPayer.flatMap(({ payer, months }) => months.map((month) => ({ payer, ...month }))),
  );
}
