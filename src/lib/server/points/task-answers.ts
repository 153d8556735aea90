/** A merchant's word to a task for points that it is to pay for (rules 6): without its yes the task is off. */
import { AppError } from '#lib/contract/errors.ts';
import { answerProblem, type MerchantWord } from '#lib/rules/points/tasks.ts';
import type { Context } from '../core/context.ts';
import { record, standingOf } from './task-desk.ts';
import { findTask, writeAnswer } from './task-rows.ts';

type AtMerchant = Context<'merchant'>;

/**
 * `POST /api/desk/own-tasks/{id}/agree`: the task is on from now on. A repeat is answered as done. Throws 404 for a task
 * that this merchant is not to pay for, 409 for one that was answered otherwise, stopped, or has ended.
 */
export function agreeTask(context: AtMerchant, { id }: { id: number }): Promise<void> {
  return answer(context, id, 'agreed', '');
}

/** `POST /api/desk/own-tasks/{id}/refuse`: the task never counts, and the platform reads why. Throws likewise. */
export function refuseTask(
  context: AtMerchant,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  return answer(context, id, 'refused', reason);
}

async function answer(
  context: AtMerchant,
  id: number,
  merchantWord: Exclude<MerchantWord, 'asked'>,
  merchantReason: string,
): Promise<void> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const task = await findTask(tx, id);
    if (task === null || task.payer !== 'merchant' || task.merchantId !== actor.merchantId)
      throw new AppError(404, `没有任务${id}`);
    if (task.merchantWord === merchantWord && task.merchantReason === merchantReason) return;
    const problem = answerProblem(standingOf(task), now.getTime());
    if (problem !== null) throw new AppError(409, problem);
    const stoppedAt = merchantWord === 'agreed' ? null : task.stoppedAt;
    const by = { answeredBy: actor.name, answeredAt: now };
    await writeAnswer(tx, id, { merchantWord, merchantReason, stoppedAt, ...by });
    const act = merchantWord === 'agreed' ? 'task.agree' : 'task.refuse';
    await record(tx, context, task, { act, after: { title: task.title } });
  });
}
