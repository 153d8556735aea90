/** 月度对账: what moved between a buyer and a merchant in a month, and what it leaves to be invoiced and refunded (rules 4). */
import type { Fen } from '../money/money.ts';

/** Movements of a span, all of them 0 or more. */
export interface FlowMoves {
  /** Orders that were paid. */
  sold: Fen;
  refunded: Fen;
  /** Issued blue and red invoices. */
  invoiced: Fen;
  red: Fen;
  /** Refunds whose money has arrived. */
  back: Fen;
}

export interface FlowFigures extends FlowMoves {
  /** Before the span: paid, not refunded and not invoiced. Below 0 where a red invoice is due. */
  uninvoicedBefore: Fen;
  uninvoiced: Fen;
  /** Refunds on their way: before the span, and at its end. */
  owedBefore: Fen;
  owed: Fen;
}

export const figureHeads = {
  uninvoicedBefore: '期初未开票',
  sold: '付款',
  refunded: '退款',
  invoiced: '开票',
  red: '红冲',
  uninvoiced: '期末未开票',
  owedBefore: '期初待退款',
  back: '已退到账',
  owed: '期末待退款',
} as const satisfies Record<keyof FlowFigures, string>;

/** The rule by which both balances foot, as pages and files say it. */
export const footText =
  '期末未开票 = 期初未开票 + 付款 − 退款 − 开票 + 红冲；期末待退款 = 期初待退款 + 退款 − 已退到账。';

/** Paid, not refunded and not invoiced. */
export function uninvoicedOf({ sold, refunded, invoiced, red }: FlowMoves): Fen {
  return sold - refunded - invoiced + red;
}

/** The figures of a span, from all movements before it and those in it. */
export function figuresOf(before: FlowMoves, within: FlowMoves): FlowFigures {
  const uninvoicedBefore = uninvoicedOf(before);
  const owedBefore = before.refunded - before.back;
  return {
    uninvoicedBefore,
    ...within,
    uninvoiced: uninvoicedBefore + uninvoicedOf(within),
    owedBefore,
    owed: owedBefore + within.refunded - within.back,
  };
}

export const noMoves: FlowMoves = { sold: 0, refunded: 0, invoiced: 0, red: 0, back: 0 };

/** Movements of a month, or with an empty month of all time before the span. */
export interface MonthMoves extends FlowMoves {
  month: string;
  /** The other side: the merchant for a buyer, the company for a merchant. */
  other: number;
  /** Orders that were paid. */
  orders: number;
}

export interface MonthRow extends FlowFigures {
  month: string;
  other: number;
  orders: number;
}

/** A row for each month and other side with a movement, the newest month and the largest amount first. */
export function monthRows(moves: readonly MonthMoves[]): MonthRow[] {
  const rows = [...Map.groupBy(moves, ({ other }) => other)].flatMap(([other, own]) => {
    let before = noMoves;
    const found: MonthRow[] = [];
    for (const [month, all] of [...Map.groupBy(own, (one) => one.month)].sort(([a], [b]) =>
      a < b ? -1 : 1,
    )) {
      const within = all.reduce<FlowMoves>(plus, noMoves);
      const orders = all.reduce((sum, one) => sum + one.orders, 0);
      if (month !== '') found.push({ month, other, orders, ...figuresOf(before, within) });
      before = plus(before, within);
    }
    return found;
  });
  return rows.sort((a, b) => b.month.localeCompare(a.month) || b.sold - a.sold || a.other - b.other);
}

/** All rows of a span in one: each other side begins with its first row and ends with its last one. */
export function totalOf(rows: readonly MonthRow[]): FlowFigures & { orders: number } {
  const firsts = [...Map.groupBy(rows, ({ other }) => other).values()].flatMap(
    (own) => own.toSorted((a, b) => a.month.localeCompare(b.month))[0] ?? [],
  );
  const sum = (of: readonly MonthRow[], figure: 'uninvoicedBefore' | 'owedBefore' | 'orders') =>
    of.reduce((all, row) => all + row[figure], 0);
  const within = rows.reduce<FlowMoves>(plus, noMoves);
  const uninvoicedBefore = sum(firsts, 'uninvoicedBefore');
  const owedBefore = sum(firsts, 'owedBefore');
  return {
    orders: sum(rows, 'orders'),
    uninvoicedBefore,
    ...within,
    uninvoiced: uninvoicedBefore + uninvoicedOf(within),
    owedBefore,
    owed: owedBefore + within.refunded - within.back,
  };
}

function plus(one: FlowMoves, other: FlowMoves): FlowMoves {
  return {
    sold: one.sold + other.sold,
    refunded: one.refunded + other.refunded,
    invoiced: one.invoiced + other.invoiced,
    red: one.red + other.red,
    back: one.back + other.back,
  };
}
