/** 积分报表 at the platform's desk: the query of the page and of its files. */
import { z } from 'zod';
import { reportSpans } from '../rules/points/report.ts';
import { stream } from './call.ts';
import { unset } from './decode.ts';
import { freeChoice, id } from './fields.ts';

const search = {
  /** Months up to this one; empty: 12. */
  months: freeChoice('统计月数', reportSpans),
  /** Who pays: a merchant, 0 for the platform; left out: all. */
  payer: unset(id('承担方', 0).optional()),
};

export const pointsReportInput = z.object(search);
export type PointsReportValues = z.output<typeof pointsReportInput>;

/** The tables of the page as files. */
export const pointsTables = { ends: '未用积分', months: '积分收支' } as const;
export type PointsTable = keyof typeof pointsTables;

export const pointsFileInput = z.object({
  ...search,
  table: z.enum(['ends', 'months'], { error: '没有这张表' }).default('ends'),
  form: z.enum(['csv', 'xlsx'], { error: '文件须为CSV或XLSX' }).default('csv'),
});

export const pointsReportCalls = {
  /** A file of one of the tables. */
  pointsReportFile: stream('/api/desk/points-report/file', {
    who: 'platform',
    may: 'points',
    input: pointsFileInput,
    output: z.never(),
  }),
};
