/** 经营数据 (rules 4): the figures of a span beside those of the span before, for a merchant or the platform. */
import { AppError } from '#lib/contract/errors.ts';
import type { FiguresValues } from '#lib/contract/figures.ts';
import type { Fen } from '#lib/rules/money/money.ts';
import {
  type FigureSpan,
  type FigureStep,
  type FigureSums,
  figureSpan,
  noFigures,
  stepStarts,
  turnoverDays,
  unsoldDays,
} from '#lib/rules/orders/figures.ts';
import { dayKey, startOfDay } from '#lib/rules/terms/activity-time.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { listMerchantRows } from '../merchants/desk-rows.ts';
import { type GoodsSold, listGoodsNames, listGoodsSold, readShelf } from './goods-rows.ts';
import { type Asked, listMoney, listShort, readOrders, type StepRow, type TopRow } from './order-rows.ts';

const day = 86_400_000;

/** Rows of a ranking on the page, and in its file. */
export const topRows = { page: 20, file: 5_000 } as const;

/** Sums of a step; companies and pieces are told of the whole span alone. */
export type StepSums = Omit<FigureSums, 'buyers' | 'newBuyers' | 'pieces' | 'short'>;

export interface FigureStepFound {
  /** First and last day. */
  first: string;
  last: string;
  now: StepSums;
  /** Of the days that are as far behind the start of the span before. */
  before: StepSums;
}

export interface TopFound {
  id: number;
  name: string;
  /** Specification and maker of an item; empty for others. */
  about: string;
  /** An item's merchant; empty for others. */
  merchant: string;
  /** Pieces of an item; null for others. */
  pieces: number | null;
  orders: number;
  /** Paid, less what was refunded of it until now. */
  amount: Fen;
}

export interface Figures {
  span: FigureSpan;
  by: FigureStep;
  /** First and last day of both spans. */
  days: { first: string; last: string; beforeFirst: string; beforeLast: string };
  now: FigureSums;
  before: FigureSums;
  steps: FigureStepFound[];
  shelf: {
    items: number;
    sold: number;
    soldBefore: number;
    unsold: number;
    value: Fen;
    /** What items brought a day. */
    daily: Fen;
    turnover: number | null;
  };
  goods: TopFound[];
  buyers: TopFound[];
  /** For the platform over all merchants; empty for one. */
  merchants: TopFound[];
}

/** Whose figures are asked: a merchant's people see their own alone; null is all of them. */
function whose({ actor }: Pick<Context<'staff'>, 'actor'>, merchant: number | undefined): number | null {
  return actor.merchantId ?? merchant ?? null;
}

/** Throws 422 for days that make no span. */
export async function readFigures(
  context: Pick<Context<'staff'>, 'db' | 'actor' | 'now'>,
  { from, to, by, merchant }: FiguresValues,
  top: number = topRows.page,
): Promise<Figures> {
  const { now } = context;
  const span = figureSpan({ from, to }, now.getTime());
  if (typeof span === 'string') throw new AppError(422, span);
  const step = by === '' ? 'day' : by;
  return readElsewhere(context.db, (db) =>
    read(db, { span, step, within: whose(context, merchant), top, now }),
  );
}

interface Reading {
  span: FigureSpan;
  step: FigureStep;
  within: number | null;
  top: number;
  now: Date;
}

async function read(db: Db, { span, step, within, top, now }: Reading): Promise<Figures> {
  const starts = stepStarts(span, step);
  const shift = span.from - span.before;
  const edges = [...starts.map((at) => at - shift), ...starts, span.to];
  const asked: Asked = { within, edges, from: span.from };
  const [orders, money, sold, short, shelf] = await Promise.all([
    readOrders(db, asked, top, now),
    listMoney(db, asked),
    listGoodsSold(db, asked),
    listShort(db, asked),
    readShelf(db, within, new Date(startOfDay(now.getTime()) - unsoldDays * day), now),
  ]);
  const byStep = edges.slice(0, -1).map((_, at): StepSums => {
    const { sold: paid = 0, refunded = 0 } = money.find((row) => row.step === at) ?? {};
    const counts = orders.steps.get(at) ?? noOrders;
    return { ...counts, sold: paid, refunded };
  });
  const sumsOf = (isNow: boolean): FigureSums => {
    const own = isNow ? byStep.slice(starts.length) : byStep.slice(0, starts.length);
    return {
      ...own.reduce<FigureSums>(addStep, noFigures),
      ...(isNow ? orders.now : orders.before),
      pieces: sumOf(sold.filter((row) => row.isNow === isNow).map(({ pieces }) => pieces)),
      short: short.find((row) => row.isNow === isNow)?.pieces ?? 0,
    };
  };
  const soldNow = sold.filter(({ isNow }) => isNow);
  const goodsPaid = sumOf(soldNow.map(({ paid }) => paid));
  return {
    span,
    by: step,
    days: daysOf(span),
    now: sumsOf(true),
    before: sumsOf(false),
    steps: starts.map((at, nth) => ({
      first: dayKey(at),
      last: dayKey((starts[nth + 1] ?? span.to) - 1),
      now: byStep[starts.length + nth] ?? noFigures,
      before: byStep[nth] ?? noFigures,
    })),
    shelf: {
      ...shelf,
      sold: soldNow.length,
      soldBefore: sold.length - soldNow.length,
      daily: Math.round(goodsPaid / span.days),
      turnover: turnoverDays(shelf.value, goodsPaid, span.days),
    },
    goods: await topGoods(db, soldNow, top),
    buyers: orders.buyers.map(topOf),
    merchants: orders.merchants.map(topOf),
  };
}

const noOrders: StepRow = { orders: 0, due: 0, late: 0, cases: 0 };

function addStep(sum: FigureSums, { sold, refunded, orders, due, late, cases }: StepSums): FigureSums {
  return {
    ...sum,
    sold: sum.sold + sold,
    refunded: sum.refunded + refunded,
    orders: sum.orders + orders,
    due: sum.due + due,
    late: sum.late + late,
    cases: sum.cases + cases,
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

function daysOf({ before, from, to }: FigureSpan): Figures['days'] {
  const last = (end: EpochMs) => dayKey(end - 1);
  return { first: dayKey(from), last: last(to), beforeFirst: dayKey(before), beforeLast: last(from) };
}

function topOf(row: TopRow): TopFound {
  return { ...row, about: '', merchant: '', pieces: null };
}

async function topGoods(db: Db, sold: readonly GoodsSold[], top: number): Promise<TopFound[]> {
  const net = ({ paid, refunded }: GoodsSold) => paid - refunded;
  const first = [...sold].sort((a, b) => net(b) - net(a) || a.goodsId - b.goodsId).slice(0, top);
  const names = await listGoodsNames(
    db,
    first.map(({ goodsId }) => goodsId),
  );
  return first.map((row) => {
    const { name = '', spec = '', maker = '', merchant = '' } = names.get(row.goodsId) ?? {};
    const { goodsId: id, pieces, orders } = row;
    return { id, name, about: `${spec} ${maker}`.trim(), merchant, pieces, orders, amount: net(row) };
  });
}

/** Merchants that the platform may choose, by their code. */
export async function figureMerchants({
  db,
  actor,
}: Pick<Context<'staff'>, 'db' | 'actor'>): Promise<{ id: number; name: string }[]> {
  if (actor.merchantId !== null) return [];
  return (await listMerchantRows(db)).map(({ id, shortName }) => ({ id, name: shortName }));
}
