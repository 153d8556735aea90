/** A wheel as the platform's desk reads it. */
import { AppError } from '#lib/contract/errors.ts';
import type { DeskPrize, DeskWheel, DeskWheelDraft, WheelIdValues } from '#lib/contract/wheel-desk.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { minuteKey, startOfDay } from '#lib/rules/terms/activity-time.ts';
import {
  closeRefusal,
  prizesProblem,
  rulesProblem,
  wheelState,
  wheelStates,
} from '#lib/rules/wheel/wheel.ts';
import { listWaitingActs } from '../acts/countersign-rows.ts';
import type { Context } from '../core/context.ts';
import { factsOf, findWheel, listVersions, type PrizeRow, type WheelRow } from '../wheel/rows.ts';
import { sumChances } from './desk-rows.ts';
import { shownPrizes, wireOf } from './read.ts';

type AtDesk = Context<'platform'>;

const hour = 3_600_000;
const day = 24 * hour;

/** The subject of the act that opens a wheel, or adds prizes to one (acts/propose.ts). */
export const openSubject = (id: number) => `wheel:${id}`;

/** `GET /api/desk/wheels/{id}`. Throws 404 for an unknown one. */
export async function getDeskWheel(
  context: Pick<AtDesk, 'db' | 'now'>,
  { id }: WheelIdValues,
): Promise<DeskWheel> {
  const { db, now } = context;
  const row = await findWheel(db, id);
  if (row === null) throw new AppError(404, `没有大转盘${id}`);
  const [prizes, versions, chances, [waits]] = await Promise.all([
    shownPrizes(db, id),
    listVersions(db, id),
    sumChances(db, id),
    listWaitingActs(db, [openSubject(id)]),
  ]);
  const facts = factsOf(row);
  const state = wheelState(facts, now.getTime());
  return {
    id,
    revision: row.revision,
    state,
    state_text: wheelStates[state],
    name: row.name,
    remarks: row.remarks,
    start_time: minuteKey(row.startsAt.getTime()),
    end_time: minuteKey(row.endsAt.getTime()),
    per_sign: row.perSign,
    per_order: row.perOrder,
    per_amount: formatYuan(row.perAmount),
    chance_points: row.pointsPrice,
    points_daily: row.pointsDaily,
    prizes: prizes.map(prizeWire),
    problem: row.openedAt === null ? (openProblem(row, prizes, now) ?? '') : '',
    asked_by: waits?.askedBy ?? '',
    ...chances,
    is_closable: row.closedAt === null && closeRefusal(facts, now.getTime()) === null ? 1 : 0,
    seen: wireOf(row, { prizes, versions, others: [], mine: null, now }),
  };
}

/** The same, null for an unknown one. */
export async function findDeskWheel(context: AtDesk, input: WheelIdValues): Promise<DeskWheel | null> {
  return (await findWheel(context.db, input.id)) === null ? null : getDeskWheel(context, input);
}

/** What the form of a new wheel begins with: a fortnight from tomorrow on, and a ticket of each sort. */
export function newWheel(now: Date): DeskWheelDraft {
  const tomorrow = startOfDay(now.getTime()) + day;
  return {
    id: 0,
    revision: 0,
    name: '',
    remarks: '',
    start_time: minuteKey(tomorrow + 9 * hour),
    end_time: minuteKey(tomorrow + 14 * day + 9 * hour),
    per_sign: 1,
    per_order: 1,
    per_amount: '0.00',
    chance_points: 0,
    points_daily: 0,
    prizes: [],
  };
}

function prizeWire(prize: PrizeRow): DeskPrize {
  const { id, kind, name, remarks, count, drawn, points, days } = prize;
  return {
    id,
    kind,
    name,
    remarks,
    count,
    drawn,
    cost: formatYuan(prize.cost),
    points: points ?? 0,
    value: formatYuan(prize.value ?? 0),
    threshold: formatYuan(prize.threshold ?? 0),
    days: days ?? 0,
    goods_id: prize.goodsId ?? 0,
  };
}

/** What keeps a draft from being opened at `now`; null where nothing does. */
export function openProblem(row: WheelRow, prizes: readonly PrizeRow[], now: Date): string | null {
  if (row.startsAt <= now) return '开始时间须在现在以后，开始以前先公布奖品和奖券';
  return rulesProblem(row) ?? prizesProblem(prizes);
}
