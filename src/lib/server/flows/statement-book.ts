/** A statement as a PDF: its figures, and the orders that moved (rules 4). */
import { type FlowFigures, figureHeads, footText } from '#lib/rules/flows/statement.ts';
import { formatYuan, showYuan } from '#lib/rules/money/money.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { Book, BookBlock } from '../engines/pdf/book.ts';
import type { OrderMoves } from './move-rows.ts';

interface StatementPrint {
  title: string;
  lines: string[];
  /** What names a row: 月份和商家, 企业. */
  head: string;
  rows: readonly (FlowFigures & { name: string })[];
  total: FlowFigures;
  /** Those that are printed, and how many there are. */
  orders: { list: readonly OrderMoves[]; total: number };
}

const yuan = (fen: number) => showYuan(formatYuan(fen));
const figures = keysOf(figureHeads);
const moves = ['sold', 'refunded', 'invoiced', 'red', 'back'] as const;

export function statementBook({ title, lines, head, rows, total, orders }: StatementPrint): Book {
  const all = [...rows, { ...total, name: '合计' }];
  const summary: BookBlock = {
    kind: 'table',
    heads: [head, ...figures.map((figure) => figureHeads[figure])],
    widths: [22, ...figures.map(() => 10)],
    rows: all.map((row) => [row.name, ...figures.map((figure) => yuan(row[figure]))]),
  };
  const table: BookBlock = {
    kind: 'table',
    heads: ['日期\n订单号', ...moves.map((move) => figureHeads[move]), '发票号码', '运单号'],
    widths: [24, ...moves.map(() => 10), 22, 18],
    rows: orders.list.map((order) => [
      `${dayKey(order.at.getTime())}\n${order.no}`,
      ...moves.map((move) => yuan(order[move])),
      order.invoices.map(({ number }) => number).join('\n'),
      order.parcels.join('\n'),
    ]),
  };
  return {
    title,
    lines,
    parts: [
      {
        kind: 'sheet',
        group: '对账单',
        title,
        state: `${rows.length}行`,
        blocks: [summary, { kind: 'lines', lines: ['单位：元。', footText] }],
      },
      ...(orders.total === 0
        ? []
        : [
            {
              kind: 'sheet' as const,
              group: '订单明细',
              title: '订单明细',
              state: `${orders.total}张订单`,
              blocks: [...restOf(orders), table],
            },
          ]),
    ],
  };
}

/** What a table that does not hold all orders says. */
function restOf({ list, total }: StatementPrint['orders']): BookBlock[] {
  if (list.length === total) return [];
  return [{ kind: 'lines', lines: [`共${total}张订单，这里列出前${list.length}张，全部订单请导出CSV。`] }];
}
