/** Tasks for points and chances (rules 6): what a company did is written once, and brings what the task says. */
import { path } from '#lib/contract/routes.ts';
import { type TaskKind, taskGain, taskKinds, taskMonth } from '#lib/rules/points/tasks.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import { insertChance } from '../wheel/chance-rows.ts';
import { lockPoints } from './lot-rows.ts';
import { grantPoints } from './points.ts';
import {
  deleteDone,
  findRenewed,
  hasCompletedOrder,
  insertDone,
  listRenewed,
  listTasksFor,
  listTasksOf,
  type TaskRow,
} from './task-rows.ts';

/** Counts a completed order: the first one of its merchant, and its scanned receipt. */
export async function doOrderTasks(
  tx: Tx,
  { no, companyId, merchantId }: { no: string; companyId: number; merchantId: number },
  { at, isScanned }: { at: Date; isScanned: boolean },
): Promise<void> {
  const tasks = await listTasksFor(tx, { kinds: ['first_order', 'scan'], merchantId, at });
  if (tasks.length === 0) return;
  await lockPoints(tx, companyId);
  const isFirst =
    tasks.some(({ kind }) => kind === 'first_order') &&
    !(await hasCompletedOrder(tx, { companyId, merchantId, no }));
  for (const task of tasks) {
    const isScan = task.kind === 'scan';
    if (isScan ? isScanned : isFirst)
      await grantTask(tx, task, { companyId, source: isScan ? `order:${no}` : `merchant:${merchantId}`, at });
  }
}

async function grantTask(
  tx: Tx,
  task: TaskRow,
  { companyId, source, at }: { companyId: number; source: string; at: Date },
): Promise<void> {
  const done = { companyId, source, month: taskMonth(at.getTime()) };
  if (!(await insertDone(tx, task, done))) return;
  const ref = `${task.id}:${source}`;
  if (task.points > 0)
    await grantPoints(tx, {
      companyId,
      useType: 'task',
      points: task.points,
      ref,
      note: `任务“${task.title}”`,
      merchantId: task.payer === 'merchant' ? task.merchantId : null,
    });
  if (task.wheelId === null) return;
  const given = await insertChance(tx, {
    wheelId: task.wheelId,
    companyId,
    userId: null,
    count: task.chances,
    source: 'task',
    sourceId: `${ref}:${companyId}`,
  });
  // A wheel that has just ended brings none: what brought nothing is not done.
  if (given === 'over' && task.points === 0) await deleteDone(tx, task, done);
}

/** Documents that were handed in in time are looked for so many days after their approval. */
const paperDays = 7;
const handful = 200;
const day = 86_400_000;

/** Counts documents that were renewed in time, for open tasks. */
export function countPaperTasks(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'countPaperTasks',
    now,
    list: () =>
      listRenewed(db, 'countPaperTasks', {
        now,
        since: new Date(now.getTime() - paperDays * day),
        limit: handful,
      }),
    work: (id: number) =>
      db.transaction(async (tx) => {
        const found = await findRenewed(tx, id);
        if (found === null) return 0;
        const { companyId, handedInAt: at } = found;
        const tasks = await listTasksFor(tx, { kinds: ['papers'], merchantId: null, at });
        if (tasks.length > 0) await lockPoints(tx, companyId);
        for (const task of tasks) await grantTask(tx, task, { companyId, source: `paper:${id}`, at });
        return tasks.length;
      }),
  });
}

/** A task as a buyer reads it. */
export interface ShownTask {
  id: number;
  title: string;
  /** What to do. */
  about: string;
  /** What it brings: 20分、1次抽奖. */
  gain: string;
  /** How often the company did it, and how often it still may. */
  state: string;
  isFull: boolean;
  /** The last day; empty without end. */
  lastDay: string;
  link: string;
}

/** The open tasks with what the company of the reader did of them; `companyId` null is a visitor. */
export async function listTasks(db: Db, companyId: number | null, now: Date): Promise<ShownTask[]> {
  const rows = await listTasksOf(db, companyId ?? 0, { at: now, month: taskMonth(now.getTime()) });
  return rows.map(({ task, merchant, wheel: name, hasWheel: hasChances, times, timesNow }) => {
    const wheel = hasChances ? name : null;
    const isFull = task.monthly !== null && timesNow >= task.monthly;
    return {
      id: task.id,
      title: task.title,
      about: aboutOf(task.kind, merchant, wheel),
      gain: taskGain(hasChances ? task : { points: task.points, chances: 0 }),
      state: companyId === null ? '' : stateOf(task, times, timesNow),
      isFull: isFull || (task.kind === 'first_order' && task.merchantId !== null && times > 0),
      lastDay: task.endsAt === null ? '' : dayKey(task.endsAt.getTime() - 1),
      link: linkOf(task),
    };
  });
}

function aboutOf(kind: TaskKind, merchant: string | null, wheel: string | null): string {
  const of = merchant === null ? '' : `，限商家“${merchant}”`;
  const forWheel = wheel === null ? '' : `；抽奖次数用于“${wheel}”`;
  return `${taskKinds[kind].about}${of}${forWheel}`;
}

function stateOf({ kind, merchantId, monthly }: TaskRow, times: number, timesNow: number): string {
  if (kind === 'first_order' && merchantId !== null) return times > 0 ? '已完成' : '未完成';
  if (monthly !== null) return `本月${timesNow}/${monthly}次`;
  return times > 0 ? `已完成${times}次` : '未完成';
}

function linkOf({ kind, merchantId }: TaskRow): string {
  if (kind === 'papers') return path('/zhzx/zzzj');
  if (kind === 'scan') return path('/order/receive');
  return merchantId === null ? path('/shop') : path('/business/[id]', { id: merchantId });
}
