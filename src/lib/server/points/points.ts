/**
 * What brings and takes a company's points (rules 6). Each act locks the company's wallet (locks.md, step 11), and one
 * cause (`ref`) counts once.
 */
import { path } from '#lib/contract/routes.ts';
import { showCount } from '#lib/rules/money/money.ts';
import { planLapse, planTakeBack, sumLots, type Taken, takeFirst } from '#lib/rules/points/lots.ts';
import { findPointsReminder, lastPointsDay, type PointsSource } from '#lib/rules/points/points.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { findWallet } from '../ports/payments/wallet-rows.ts';
import {
  findLot,
  findSpent,
  insertLot,
  listLapsed,
  listLots,
  listPointsToRemind,
  lockPoints,
  type PointsCause,
  pointsReminderRef,
  prolongLots,
  spendLots,
  takePoints,
} from './lot-rows.ts';

const handful = 200;

const sumTaken = (taken: readonly Taken[]) => taken.reduce((sum, { points }) => sum + points, 0);

/**
 * Gives points, 1 and more, to the company; what it owes is met by them at once. False, and nothing written, where the
 * cause has been granted. `merchantId`: who pays for them; null: the platform.
 */
export async function grantPoints(
  tx: Tx,
  {
    points,
    merchantId = null,
    ...cause
  }: PointsCause<PointsSource> & { points: number; merchantId?: number | null },
): Promise<boolean> {
  const { debt } = await lockPoints(tx, cause.companyId);
  const id = await insertLot(tx, cause, { points, merchantId });
  if (id === null) return false;
  await payDebt(tx, cause, { debt, taken: [{ id, points: Math.min(debt, points) }] });
  return true;
}

/** Meets the debt with points that an entry has just brought to these lots. */
async function payDebt(
  tx: Tx,
  { companyId, useType, ref }: PointsCause,
  { debt, taken }: { debt: number; taken: readonly Taken[] },
): Promise<void> {
  if (debt === 0 || taken.length === 0) return;
  const cause = {
    companyId,
    useType: 'debt',
    ref: `${useType}:${ref}`,
    note: '抵扣之前退款欠下的积分',
  } as const;
  await takePoints(tx, cause, { taken, owed: -sumTaken(taken) });
}

/**
 * Spends points by their earliest end. False, and nothing written, where the company has too few. A repeated cause throws:
 * callers guard their own state first.
 */
export async function spendPoints(
  tx: Tx,
  { points, ...cause }: Omit<PointsCause, 'useType'> & { points: number },
): Promise<boolean> {
  await lockPoints(tx, cause.companyId);
  return spendLots(tx, { ...cause, useType: 'spend' }, points);
}

/**
 * Gives what `ref` has spent back to the lots that it came from; they last 30 days more at least. False where that was
 * done, or nothing was spent.
 */
export async function giveBackPoints(tx: Tx, spent: Omit<PointsCause, 'useType'>): Promise<boolean> {
  const cause = { ...spent, useType: 'give_back' } as const;
  const { debt } = await lockPoints(tx, cause.companyId);
  const taken = await findSpent(tx, cause.companyId, cause.ref);
  if (taken === null) return false;
  const back = taken.map(({ id, points }) => ({ id, points: -points }));
  await takePoints(tx, cause, { taken: back });
  const ids = taken.map(({ id }) => id);
  await prolongLots(tx, cause.companyId, ids);
  const given = taken.map(({ id, points }) => ({ id, left: points, endsAt: 0 }));
  await payDebt(tx, cause, { debt, taken: takeFirst(given, debt) });
  return true;
}

/** Takes back points that an order had brought; what was spent of them becomes a debt. */
export async function takeBackPoints(
  tx: Tx,
  {
    orderNo,
    points,
    now,
    ...cause
  }: Omit<PointsCause, 'useType'> & { orderNo: string; points: number; now: Date },
): Promise<void> {
  await lockPoints(tx, cause.companyId);
  const lot = await findLot(tx, { companyId: cause.companyId, useType: 'order', ref: orderNo });
  if (lot === null) return;
  const { taken, owed } = planTakeBack(lot, { points, now: now.getTime() });
  if (taken + owed === 0) return;
  await takePoints(
    tx,
    { ...cause, useType: 'refund' },
    { taken: taken > 0 ? [{ id: lot.id, points: taken }] : [], owed },
  );
}

/**
 * Takes back what is left of points that the platform gave by `gift`; answers how many. What was spent of them stays
 * spent, and is no debt.
 */
export async function takeBackGift(
  tx: Tx,
  { gift, ...cause }: Omit<PointsCause, 'useType'> & { gift: string },
): Promise<number> {
  await lockPoints(tx, cause.companyId);
  const lot = await findLot(tx, { companyId: cause.companyId, useType: 'desk', ref: gift });
  if (lot === null || lot.left === 0) return 0;
  await takePoints(tx, { ...cause, useType: 'desk_back' }, { taken: [{ id: lot.id, points: lot.left }] });
  return lot.left;
}

/** Writes down which points have ended. What may be spent never counted them. */
export function lapsePoints(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'lapsePoints',
    now,
    list: () => listLapsed(db, 'lapsePoints', now, handful),
    work: (companyId: number) => db.transaction((tx) => lapseOf(tx, companyId, now)),
  });
}

async function lapseOf(tx: Tx, companyId: number, now: Date): Promise<number> {
  const { debt } = await lockPoints(tx, companyId);
  const lots = await listLots(tx, companyId, now);
  const [first] = lots;
  if (first === undefined) return 0;
  const { paid, lost } = planLapse(lots, { debt, now: now.getTime() });
  const day = lastPointsDay(Math.max(...lots.map(({ endsAt }) => endsAt)));
  const cause = { companyId, useType: 'expire', ref: `${day}:${first.id}`, note: `${day}到期` } as const;
  await payDebt(tx, cause, { debt, taken: paid });
  if (lost.length > 0) await takePoints(tx, cause, { taken: lost });
  return 1;
}

/** Tells companies of points that end, once 60, 30 and 7 days before; a missed step is replaced by the next. */
export function remindPoints(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'remindPoints',
    now,
    list: () => listPointsToRemind(db, 'remindPoints', now, handful),
    work: async (companyId: number) => {
      const [lots, { debt }] = await Promise.all([listLots(db, companyId), findWallet(db, companyId)]);
      const messages = [...Map.groupBy(lots, ({ endsAt }) => lastPointsDay(endsAt))].flatMap(([day, own]) => {
        const step = findPointsReminder(own[0]?.endsAt ?? 0, now.getTime());
        if (step === null) return [];
        const points = showCount(sumLots(own));
        const met = debt > 0 ? '，到期时先抵扣欠分' : '';
        return {
          companyId,
          kind: 'points',
          title: `${points}积分将在${day}到期`,
          body: `贵企业有${points}积分在${day}之后失效${met}。`,
          link: path('/wdqb/jfgl'),
          ref: pointsReminderRef(day, step),
        };
      });
      return sendMessages(db, ...messages);
    },
  });
}
