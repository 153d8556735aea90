/** What the form of a wheel says, and changes of an opened wheel in the buyers' favour (rules 6). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { PrizeInput, SaveWheelValues } from '#lib/contract/wheel-desk.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { findMinute, minuteKey } from '#lib/rules/terms/activity-time.ts';
import { rootOf } from '#lib/rules/terms/merkle.ts';
import { must } from '#lib/rules/terms/must.ts';
import { deckTree, ticketsOf } from '#lib/rules/wheel/deck.ts';
import { refusalOfChange } from '#lib/rules/wheel/prizes.ts';
import {
  appendedDeck,
  type PrizeDraft,
  prizeProblem,
  prizesProblem,
  refusalOfRules,
  wheelState,
} from '#lib/rules/wheel/wheel.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { factsOf, listVersions, type PrizeRow, type WheelRow } from '../wheel/rows.ts';
import {
  insertPrizes,
  insertVersion,
  type PrizeValues,
  setCount,
  updateWheel,
  type WheelValues,
} from './desk-rows.ts';
import { hashes } from './hashes.ts';

type AtDesk = Context<'staff'>;

/** What a form says of a wheel. */
export interface Written {
  values: WheelValues;
  prizes: PrizeDraft[];
}

/** What a form says of the wheel of a row. Throws 422 for what is wrong in it. */
export function writtenOf(input: SaveWheelValues, row: WheelRow | null = null): Written {
  const values = valuesOf(input);
  return { values: row ? inMinutes(row, values) : values, prizes: input.prizes.map(prizeOfInput) };
}

/** A form has minutes: a moment whose minute is not changed keeps its seconds. */
function inMinutes(row: WheelRow, values: WheelValues): WheelValues {
  const kept = (old: Date, now: Date) => (minuteKey(old.getTime()) === minuteKey(now.getTime()) ? old : now);
  return {
    ...values,
    startsAt: kept(row.startsAt, values.startsAt),
    endsAt: kept(row.endsAt, values.endsAt),
  };
}

/** Prizes of which a change has more than there are. */
export function addedPrizes(before: readonly PrizeRow[], { prizes }: Written): PrizeDraft[] {
  const counts = new Map(before.map(({ id, count }) => [id, count]));
  return prizes.filter(({ id, count }) => count > (counts.get(id) ?? 0));
}

/**
 * Refuses a prize that is named twice, and for an opened wheel one of another wheel: 422. Those of a draft are written
 * anew with each save, so that a form may name older ones.
 */
export function needOwnPrizes(
  { openedAt }: Pick<WheelRow, 'openedAt'>,
  before: readonly PrizeRow[],
  { prizes }: Written,
): void {
  const ids = prizes.flatMap(({ id }) => (id > 0 ? id : []));
  if (new Set(ids).size < ids.length) throw fieldError('prizes', '同一奖品出现了两次，请刷新后再改');
  if (openedAt !== null && ids.some((id) => !before.some((known) => known.id === id)))
    throw fieldError('prizes', '有的奖品不属于这个大转盘，请刷新后再改');
}

/** Fen that the prizes cost which a change adds. */
export function addedCost(before: readonly PrizeRow[], { prizes }: Written): number {
  const counts = new Map(before.map(({ id, count }) => [id, count]));
  return prizes.reduce(
    (sum, { id, count, cost }) => sum + Math.max(0, count - (counts.get(id) ?? 0)) * cost,
    0,
  );
}

/**
 * Appends what is added to an opened wheel as a version; nothing that stands there is changed. Throws 409 as
 * {@link changeRefusal}.
 */
export async function changeOpened(
  tx: Tx,
  context: AtDesk,
  { row, before, written }: { row: WheelRow; before: PrizeRow[]; written: Written },
): Promise<void> {
  const { now } = context;
  const { values, prizes } = written;
  const refusal = changeRefusal(row, before, written, now);
  if (refusal !== null) throw new AppError(409, refusal);
  const isNew = ({ id }: PrizeDraft) => !before.some((known) => known.id === id);
  const made = await insertPrizes(tx, row.id, prizes.filter(isNew).map(columnsOf), before.length);
  let next = 0;
  const after = prizes.map((prize) =>
    isNew(prize) ? { ...prize, id: must(made[next++], 'a new prize') } : prize,
  );
  for (const { id, count } of after) await setCount(tx, row.id, id, count);
  const versions = await listVersions(tx, row.id);
  const last = must(versions.at(-1), `a version of wheel ${row.id}`);
  const counts = new Map(before.map(({ id, count }) => [id, count]));
  const deck = appendedDeck(last.deck, counts, after);
  const tickets = ticketsOf(deck);
  if (tickets > row.tickets) {
    const root = rootOf(deckTree(hashes, deck));
    const version = { wheelId: row.id, no: last.no + 1, deck, root, tickets };
    await insertVersion(tx, version, { before: row.tickets, drawn: row.drawn, at: now });
  }
  await updateWheel(tx, row.id, { ...values, tickets });
  await record(tx, context, 'wheel.change', row.id, { values: row, prizes: before }, written);
}

/** Why an opened wheel cannot be changed so; null where no buyer loses by it. */
export function changeRefusal(
  row: WheelRow,
  before: readonly PrizeRow[],
  { values, prizes }: Written,
  now: Date,
): string | null {
  const state = wheelState(factsOf(row), now.getTime());
  if (state === 'closed') return '活动已结束，不能修改';
  const isTextNew = values.name !== row.name || values.remarks !== row.remarks;
  if (isTextNew || values.startsAt.getTime() !== row.startsAt.getTime())
    return '活动开放后，名称、规则文字和开始时间不能修改';
  const isOther = prizes.some((prize) => {
    const known = before.find(({ id }) => id === prize.id);
    return known !== undefined && !isSamePrize(known, { ...prize, count: known.count });
  });
  if (isOther) return '活动开放后不能更换奖品或改变奖品内容';
  return (
    prizesProblem(prizes) ??
    refusalOfRules(row, { ...row, ...values }) ??
    refusalOfChange(
      {
        closesAt: row.endsAt.getTime(),
        prizes: before.map((prize) => ({ ...prize, left: prize.count - prize.drawn })),
      },
      { closesAt: values.endsAt.getTime(), prizes },
    )
  );
}

function valuesOf(input: SaveWheelValues): WheelValues {
  const startsAt = new Date(must(findMinute(input.start_time), 'the start'));
  const endsAt = new Date(must(findMinute(input.end_time), 'the end'));
  if (endsAt <= startsAt) throw fieldError('end_time', '结束时间须晚于开始时间');
  return {
    name: input.name,
    remarks: input.remarks,
    startsAt,
    endsAt,
    perSign: input.per_sign,
    perOrder: input.per_order,
    perAmount: parseYuan(input.per_amount),
    pointsPrice: input.chance_points,
    pointsDaily: input.points_daily,
  };
}

/** A prize of the form with the fields of its kind. Throws 422 for what is wrong with it. */
function prizeOfInput(input: PrizeInput, at: number): PrizeDraft {
  const { id, kind, name, remarks, count, points, days, goods_id: goodsId } = input;
  const isPiece = kind === 'coupon' || kind === 'voucher';
  const prize = {
    id,
    kind,
    name,
    remarks,
    count,
    cost: parseYuan(input.cost),
    points: kind === 'points' ? points : null,
    value: isPiece ? parseYuan(input.value) : null,
    threshold: isPiece ? parseYuan(input.threshold) : null,
    days: isPiece ? days : null,
    goodsId: kind === 'thing' && goodsId > 0 ? goodsId : null,
  };
  const problem = prizeProblem(prize);
  if (problem !== null) throw fieldError('prizes', `第${at + 1}个奖品：${problem}`);
  return prize;
}

export function columnsOf({ id: _id, ...prize }: PrizeDraft): PrizeValues {
  return prize;
}

function isSamePrize(known: PrizeRow, prize: PrizeDraft): boolean {
  const { id: _id, ...columns } = prize;
  return Object.entries(columns).every(([name, value]) =>
    Object.entries(known).some(([own, is]) => own === name && is === value),
  );
}

/** Whether a save changes nothing. */
export function isSame(row: WheelRow, before: readonly PrizeRow[], { values, prizes }: Written): boolean {
  const { startsAt, endsAt, ...rest } = values;
  const isMoved = startsAt.getTime() !== row.startsAt.getTime() || endsAt.getTime() !== row.endsAt.getTime();
  const isRestSame = Object.entries(rest).every(([name, value]) =>
    Object.entries(row).some(([own, is]) => own === name && is === value),
  );
  if (isMoved || !isRestSame || prizes.length !== before.length) return false;
  return before.every((known, at) => {
    const prize = prizes[at];
    return prize !== undefined && isSamePrize(known, prize);
  });
}

/** The facts of a wheel that its audit entries keep. */
function noted({ values, prizes }: { values: WheelValues; prizes: readonly (PrizeDraft | PrizeRow)[] }) {
  return {
    name: values.name,
    startsAt: values.startsAt.toISOString(),
    endsAt: values.endsAt.toISOString(),
    prizes: prizes.map(({ name, count }) => `${name}×${count}`).join('，'),
  };
}

export async function record(
  tx: Tx,
  context: AtDesk,
  act: 'wheel.save' | 'wheel.change',
  key: number,
  before: { values: WheelValues; prizes: readonly PrizeRow[] } | null,
  after: Written,
): Promise<void> {
  await writeAudit(tx, recordOf(context), {
    act,
    subject: 'wheel',
    key,
    before: before && noted(before),
    after: noted(after),
    at: context.now,
  });
}
