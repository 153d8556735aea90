/** 经营数据 at the desks: the query of the page and of its files. */
import { z } from 'zod';
import { figureStepKeys } from '../rules/orders/figures.ts';
import { stream } from './call.ts';
import { unset } from './decode.ts';
import { freeChoice, freeDay, id } from './fields.ts';

const figuresSearch = {
  /** Empty: the first of the last day's month. */
  from: freeDay('开始日期'),
  /** Empty: today. */
  to: freeDay('结束日期'),
  /** Empty: by days. */
  by: freeChoice('统计方式', figureStepKeys),
  /** The platform's choice; a merchant's people see their own whatever is asked. */
  merchant: unset(id('商家').optional()),
};

export const figuresInput = z.object(figuresSearch);
export type FiguresValues = z.output<typeof figuresInput>;

/** The tables of the page as files. */
export const figureTables = {
  steps: '经营数据',
  goods: '商品销售排行',
  buyers: '企业采购排行',
  merchants: '商家销售排行',
} as const;
export type FigureTable = keyof typeof figureTables;

export const figuresFileInput = z.object({
  ...figuresSearch,
  table: z.enum(['steps', 'goods', 'buyers', 'merchants'], { error: '没有这张表' }).default('steps'),
  form: z.enum(['csv', 'xlsx'], { error: '文件须为CSV或XLSX' }).default('csv'),
});

export const figuresCalls = {
  /** A file of one of the tables. */
  figuresFile: stream('/api/desk/figures/file', {
    who: 'staff',
    may: 'figures',
    input: figuresFileInput,
    output: z.never(),
  }),
};
