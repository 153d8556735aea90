/** The tables of 经营数据 as files. */
import type { FigureTable } from '#lib/contract/figures.ts';
import { type TableColumn, type TableFormat, writeTable } from '../engines/tables/write-table.ts';
import type { FigureStepFound, Figures, TopFound } from './figures.ts';

const stepColumns: readonly TableColumn<FigureStepFound>[] = [
  { head: '开始', width: 12, kind: 'text', value: ({ first }) => first },
  { head: '结束', width: 12, kind: 'text', value: ({ last }) => last },
  { head: '销售额（元）', width: 16, kind: 'money', value: ({ now }) => now.sold - now.refunded },
  { head: '支付金额（元）', width: 16, kind: 'money', value: ({ now }) => now.sold },
  { head: '退款（元）', width: 16, kind: 'money', value: ({ now }) => now.refunded },
  { head: '付款订单', width: 10, kind: 'number', value: ({ now }) => now.orders },
  { head: '有售后的订单', width: 12, kind: 'number', value: ({ now }) => now.cases },
  { head: '已发完或到期', width: 12, kind: 'number', value: ({ now }) => now.due },
  { head: '其中超时', width: 10, kind: 'number', value: ({ now }) => now.late },
  {
    head: '上期销售额（元）',
    width: 16,
    kind: 'money',
    value: ({ before }) => before.sold - before.refunded,
  },
  { head: '上期付款订单', width: 12, kind: 'number', value: ({ before }) => before.orders },
];

const amount: TableColumn<TopFound> = {
  head: '销售额（元）',
  width: 16,
  kind: 'money',
  value: (row) => row.amount,
};

const orders: TableColumn<TopFound> = {
  head: '付款订单',
  width: 10,
  kind: 'number',
  value: (row) => row.orders,
};

const topColumns = (head: string): readonly TableColumn<TopFound>[] => [
  { head, width: 30, kind: 'text', value: ({ name }) => name },
  orders,
  amount,
];

const goodsColumns: readonly TableColumn<TopFound>[] = [
  { head: '商品编号', width: 10, kind: 'text', value: ({ id }) => String(id) },
  { head: '商品', width: 24, kind: 'text', value: ({ name }) => name },
  { head: '规格和厂家', width: 36, kind: 'text', value: ({ about }) => about },
  { head: '商家', width: 16, kind: 'text', value: ({ merchant }) => merchant },
  { head: '件数', width: 10, kind: 'number', value: ({ pieces }) => pieces },
  orders,
  amount,
];

/** One of the tables: how many rows it has, and its file. */
export function tableOfFigures(figures: Figures, table: FigureTable) {
  const of = <Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]) => ({
    rows: rows.length,
    write: (form: TableFormat) => writeTable(form, columns, rows),
  });
  switch (table) {
    case 'steps':
      return of(stepColumns, figures.steps);
    case 'goods':
      return of(goodsColumns, figures.goods);
    case 'buyers':
      return of(topColumns('企业'), figures.buyers);
    case 'merchants':
      return of(topColumns('商家'), figures.merchants);
  }
}
