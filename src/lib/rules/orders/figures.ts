/** 经营数据: the span that a person chooses, the equally long one before it, and the measures of both (rules 4). */
import type { Fen } from '../money/money.ts';
import { dayKey, findDay, findDayEnd, startOfWeek } from '../terms/activity-time.ts';
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';

const day = 86_400_000;

/** Most days of a span. */
export const mostFigureDays = 366;
/** Items that were not paid for so long are unsold ones. */
export const unsoldDays = 90;

/** Lengths of a step. */
export const figureSteps = { day: '按天', week: '按周', month: '按月' } as const;
export type FigureStep = keyof typeof figureSteps;
export const figureStepKeys = keysOf(figureSteps);

/** A span of whole Shanghai days, `to` excluded; `before` is the start of the equally long span that ends at `from`. */
export interface FigureSpan {
  before: EpochMs;
  from: EpochMs;
  to: EpochMs;
  days: number;
}

/** The span of two days; an empty first one is the first of that month, an empty last one today. A text says what is wrong. */
export function figureSpan(asked: { from: string; to: string }, now: EpochMs): FigureSpan | string {
  const today = dayKey(now);
  const last = asked.to === '' || asked.to > today ? today : asked.to;
  const first = asked.from === '' ? `${last.slice(0, 8)}01` : asked.from;
  const from = findDay(first);
  const end = findDayEnd(last);
  if (from === null || end === null) return '日期须如2026-11-21';
  if (first > today) return '开始日期不能晚于今天';
  if (first > last) return '结束日期不能早于开始日期';
  const to = end + 1;
  const days = (to - from) / day;
  if (days > mostFigureDays) return `最多看${mostFigureDays}天，请缩小日期范围`;
  return { before: from - (to - from), from, to, days };
}

/** The start of the step after the one of a moment. */
function nextStep(at: EpochMs, by: FigureStep): EpochMs {
  if (by === 'day') return at + day;
  if (by === 'week') return startOfWeek(at) + 7 * day;
  // 32 days after the first of a month is in the next one.
  const first = findDay(`${dayKey(at).slice(0, 8)}01`) ?? at;
  return findDay(`${dayKey(first + 32 * day).slice(0, 8)}01`) ?? at + 31 * day;
}

/** Starts of the steps of a span. The first and the last may be shorter: weeks begin on Monday, months on the first. */
export function stepStarts({ from, to }: Pick<FigureSpan, 'from' | 'to'>, by: FigureStep): EpochMs[] {
  const starts: EpochMs[] = [];
  for (let at = from; at < to; at = nextStep(at, by)) starts.push(at);
  return starts;
}

/** What is counted over a span. Counts of orders are those paid in it; refunds are those of its days. */
export interface FigureSums {
  sold: Fen;
  refunded: Fen;
  orders: number;
  buyers: number;
  newBuyers: number;
  /** Orders with an after-sale case. */
  cases: number;
  /** Orders shipped, or due; of these the late ones. */
  due: number;
  late: number;
  /** Bought pieces, and those registered as missing. */
  pieces: number;
  short: number;
}

export const noFigures: FigureSums = {
  sold: 0,
  refunded: 0,
  orders: 0,
  buyers: 0,
  newBuyers: 0,
  cases: 0,
  due: 0,
  late: 0,
  pieces: 0,
  short: 0,
};

interface Measure {
  text: string;
  kind: 'money' | 'count' | 'rate';
  /** How it is counted, for people. */
  how: string;
  /** More of it is worse. */
  isBad?: boolean;
  of: (sums: FigureSums) => number | null;
}

/** A part of a whole; null where there is no whole. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** The measures, in their order. Amounts are fen, rates parts of 1; null: nothing to measure. */
export const figureMeasures = {
  net: {
    text: '销售额',
    kind: 'money',
    how: '支付金额减退款',
    of: ({ sold, refunded }) => sold - refunded,
  },
  sold: { text: '支付金额', kind: 'money', how: '这段时间付款的订单，含运费', of: ({ sold }) => sold },
  refunded: {
    text: '退款',
    kind: 'money',
    how: '这段时间退出的货款，不论订单何时付款',
    isBad: true,
    of: ({ refunded }) => refunded,
  },
  orders: { text: '付款订单', kind: 'count', how: '后来退款的也计入', of: ({ orders }) => orders },
  buyers: { text: '付款企业', kind: 'count', how: '有付款订单的企业数', of: ({ buyers }) => buyers },
  newBuyers: {
    text: '首次付款企业',
    kind: 'count',
    how: '第一笔付款订单在这段时间',
    of: ({ newBuyers }) => newBuyers,
  },
  average: {
    text: '客单价',
    kind: 'money',
    how: '支付金额÷付款订单',
    of: ({ sold, orders }) => (orders === 0 ? null : Math.round(sold / orders)),
  },
  refundRate: {
    text: '退款率',
    kind: 'rate',
    how: '退款÷支付金额',
    isBad: true,
    of: ({ refunded, sold }) => shareOf(refunded, sold),
  },
  caseRate: {
    text: '售后率',
    kind: 'rate',
    how: '有售后申请的订单÷付款订单，不含索取资料和已撤销的申请',
    isBad: true,
    of: ({ cases, orders }) => shareOf(cases, orders),
  },
  lateRate: {
    text: '超时发货率',
    kind: 'rate',
    how: '付款48小时后才发完或还没发完的订单÷已发完或已到期的订单',
    isBad: true,
    of: ({ late, due }) => shareOf(late, due),
  },
  shortRate: {
    text: '缺货率',
    kind: 'rate',
    how: '登记缺货核减的件数÷付款订单的件数',
    isBad: true,
    of: ({ short, pieces }) => shareOf(short, pieces),
  },
} as const satisfies Record<string, Measure>;

export type FigureName = keyof typeof figureMeasures;
export const figureNames = keysOf(figureMeasures);

/** A measure with its description, without the names of the table in its type. */
export function measureOf(name: FigureName): Measure {
  return figureMeasures[name];
}

/** 12.3%; a dash for nothing to measure. */
export function rateText(rate: number | null): string {
  return rate === null ? '—' : `${(rate * 100).toFixed(1)}%`;
}

/** The change against the span before: +12.3%, of a rate in points: +1.2个点. A dash where there is nothing to compare. */
export function changeText(kind: Measure['kind'], now: number | null, before: number | null): string {
  if (now === null || before === null) return '—';
  const signed = (value: number, unit: string) => {
    const text = value.toFixed(1);
    return Number(text) === 0 ? '持平' : `${value > 0 ? '+' : ''}${text}${unit}`;
  };
  if (kind === 'rate') return signed((now - before) * 100, '个点');
  if (before === 0) return now === 0 ? '持平' : '—';
  return signed(((now - before) / Math.abs(before)) * 100, '%');
}

/** 库存周转天数: days for which the stock lasts at the span's sales; null without sales. */
export function turnoverDays(stockValue: Fen, goodsSold: Fen, days: number): number | null {
  return goodsSold === 0 ? null : Math.round((stockValue * days * 10) / goodsSold) / 10;
}
