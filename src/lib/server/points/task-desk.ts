/**
 * Tasks for points at the platform's desk: one person makes or resumes a task, another passes it, and the merchant that is
 * to pay agrees (rules 6).
 */
import { isDeepStrictEqual } from 'node:util';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { CreatedTask, CreateTaskValues } from '#lib/contract/tasks.ts';
import {
  findTaskFault,
  isAsked,
  startProblem,
  taskGain,
  taskKinds,
  taskPayers,
} from '#lib/rules/points/tasks.ts';
import { dayKey, findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type ActRow, listWaitingActs } from '../acts/countersign-rows.ts';
import type { Carried } from '../acts/hands.ts';
import { propose } from '../acts/propose.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import type { ActChange } from '../db/schema/countersign.ts';
import { type AuditEntry, writeAudit } from '../ledgers/audit-rows.ts';
import { notifyMerchant } from '../messages/merchant-notice-rows.ts';
import { findMerchantName, findTask, hasWheel, insertTask, switchTask, type TaskRow } from './task-rows.ts';

type AtDesk = Context<'platform'>;

/** At most one start of a task waits. */
const subjectOf = (id: number) => `task:${id}`;

/**
 * `POST /api/desk/point-tasks`: the task is off until a second person passes it. The same form twice is one task. Throws
 * 422 for terms that do not fit together, an unknown merchant or wheel, 409 where the form was changed after a first press
 * whose answer was lost.
 */
export async function createTask(context: AtDesk, input: CreateTaskValues): Promise<CreatedTask> {
  const { db, now, actor } = context;
  const { title, kind, points, chances, payer, token } = input;
  const startsAt = must(findDay(input.starts_on), input.starts_on);
  const terms = {
    ...{ kind, points, chances, payer },
    wheelId: input.wheel_id ?? null,
    merchantId: input.merchant_id ?? null,
    startsAt,
    endsAt: input.ends_on === '' ? null : must(findDayEnd(input.ends_on), input.ends_on) + 1,
    monthly: input.monthly ?? null,
  };
  const { merchantId, wheelId, endsAt } = terms;
  const fault = findTaskFault(terms);
  if (fault) throw fieldError(fault.field, fault.text);
  const id = await db.transaction(async (tx) => {
    if (merchantId !== null && (await findMerchantName(tx, merchantId)) === null)
      throw fieldError('merchant_id', '没有这个编号的商家');
    if (wheelId !== null && !(await hasWheel(tx, wheelId)))
      throw fieldError('wheel_id', '没有这个大转盘，或者它没有开放或已经结束');
    const asked = {
      ...terms,
      title,
      startsAt: new Date(startsAt),
      endsAt: endsAt === null ? null : new Date(endsAt),
      token,
    };
    const { task, isNew } = await insertTask(tx, { ...asked, createdBy: actor.name, stoppedAt: now });
    if (!isDeepStrictEqual({ ...task, ...asked }, task))
      throw new AppError(409, `任务“${task.title}”已经新增，再新增请关闭后重新填写`);
    if (!isNew) return task.id;
    // The merchant reads of it when a second person has passed it.
    await record(
      tx,
      context,
      { ...task, merchantId: null },
      {
        act: 'task.create',
        after: { title, kind, points, count: chances, payer },
      },
    );
    await askStart(tx, context, task, `新增任务“${title}”`);
    return task.id;
  });
  return { id, title };
}

/**
 * Turns a task off: what is done from then on no longer counts, and a merchant that has not answered is no longer asked. A
 * repeat changes nothing. Throws 404 for none.
 */
export async function stopTask(context: AtDesk, { id }: { id: number }): Promise<void> {
  await context.db.transaction(async (tx) => {
    const task = await lockTask(tx, id);
    if (task.stoppedAt !== null && !isAsked(standingOf(task))) return;
    await switchTask(tx, id, { passedAt: null, stoppedAt: context.now });
    await record(tx, context, task, { act: 'task.stop', after: { title: task.title } });
  });
}

/**
 * Asks that a task is turned on again, which a second person passes. The same by the same person is answered as asked, a
 * task that is on as done. Throws 404 for none, 409 for one that has ended, brings nothing any more, waits for its merchant or
 * was refused by it, and where another one waits.
 */
export async function resumeTask(
  context: AtDesk,
  { id, reason }: { id: number; reason: string },
): Promise<{ waits: 0 | 1 }> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    const task = await lockTask(tx, id);
    if (task.stoppedAt === null) return { waits: 0 };
    const [waits] = await listWaitingActs(tx, [subjectOf(id)]);
    if (waits?.askedBy === actor.name && waits.reason === reason) return { waits: 1 };
    await needStartable(tx, task, context.now);
    await askStart(tx, context, task, reason);
    return { waits: 1 };
  });
}

/**
 * Turns the task of a locked act on, or asks the merchant that is to pay and has not answered; one that has agreed is told.
 * Throws 409 as {@link resumeTask}.
 */
export async function passTask(tx: Tx, context: Context<'staff'>, row: ActRow): Promise<Carried> {
  const task = await lockTask(tx, Number(fieldOf(row.payload, 'id')));
  if (task.stoppedAt === null) return {};
  await needStartable(tx, task, context.now);
  const passedAt = context.now;
  const asks = isAsked(standingOf({ ...task, passedAt }));
  const { id, title } = task;
  await switchTask(tx, id, { passedAt, stoppedAt: asks ? task.stoppedAt : null });
  await record(tx, context, task, { act: 'task.resume', after: { title, reason: row.reason } });
  if (task.payer === 'merchant')
    await notifyMerchant(tx, {
      merchantId: must(task.merchantId, 'the merchant that is to pay'),
      kind: 'task',
      title: asks ? `平台请本店承担积分任务“${title}”` : `本店承担的积分任务“${title}”已重新启用`,
      body: `企业完成后得${taskGain(task)}，积分由本店承担${asks ? '，同意后才生效' : ''}。`,
      link: path('/desk/own-tasks'),
      // Each pass is told.
      ref: `task:${id}:${row.id}`,
      createdAt: context.now,
    });
  return {};
}

async function lockTask(tx: Tx, id: number): Promise<TaskRow> {
  const task = await findTask(tx, id);
  if (task === null) throw new AppError(404, '没有这个任务');
  return task;
}

/** A task as the rules know it. */
export function standingOf<Task extends Pick<TaskRow, 'passedAt' | 'endsAt'>>(task: Task) {
  return {
    ...task,
    passedAt: task.passedAt?.getTime() ?? null,
    endsAt: task.endsAt?.getTime() ?? null,
  };
}

async function needStartable(tx: Tx, task: TaskRow, now: Date): Promise<void> {
  const problem = startProblem(standingOf(task), now.getTime());
  if (problem !== null) throw new AppError(409, problem);
  if (task.points === 0 && !(await hasWheel(tx, must(task.wheelId, 'a wheel of chances'))))
    throw new AppError(409, '大转盘已经结束，请另建一个任务');
}

async function askStart(tx: Tx, context: AtDesk, task: TaskRow, reason: string): Promise<void> {
  const { id, merchantId } = task;
  const merchant = merchantId === null ? null : await findMerchantName(tx, merchantId);
  await propose(
    tx,
    context,
    {
      kind: 'point_task',
      companyId: 0,
      // How often it will be done is not known.
      amount: null,
      reason,
      subject: subjectOf(id),
      payload: { id },
      changes: changesOf(task, merchant),
    },
    passTask,
  );
}

/** The terms of a task, for the person who decides. */
function changesOf(task: TaskRow, merchant: string | null): ActChange[] {
  const { id, title, kind, payer, startsAt, endsAt, monthly, wheelId } = task;
  const line = (label: string, to: string): ActChange => ({ label, from: '', to });
  const first = dayKey(startsAt.getTime());
  const ofWheel = wheelId === null ? '' : `（大转盘${wheelId}）`;
  return [
    line('任务', `${id} ${title}`),
    line('种类', `${taskKinds[kind].text}${merchant === null ? '' : `，限商家“${merchant}”`}`),
    line('每次得', `${taskGain(task)}${ofWheel}`),
    line('承担方', taskPayers[payer]),
    line('日期', endsAt === null ? `${first}起` : `${first}至${dayKey(endsAt.getTime() - 1)}`),
    line('每月次数', monthly === null ? '不限' : String(monthly)),
  ];
}

/** Writes an entry of a locked task into the audit log; the merchant that is to pay reads it too. */
export async function record(
  tx: Tx,
  context: Context<'staff'>,
  { id, payer, merchantId }: Pick<TaskRow, 'id' | 'payer' | 'merchantId'>,
  { act, after }: Pick<AuditEntry, 'act' | 'after'>,
): Promise<void> {
  await writeAudit(tx, recordOf(context), {
    ...{ act, after, subject: 'task', key: id, before: null, at: context.now },
    merchantId: payer === 'merchant' ? merchantId : null,
  });
}
