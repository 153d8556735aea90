/** Tasks that the platform sets: what a company does for points and chances of the wheel (rules 6). */
import { dayKey } from '../terms/activity-time.ts';
import type { EpochMs } from '../terms/terms.ts';

export const taskKinds = {
  first_order: { text: '首次采购', about: '第一次向一个商家采购，订单完成后得到' },
  papers: { text: '按时更新证照', about: '证照到期之前提交新的证照，审核通过后得到' },
  scan: { text: '扫码收货', about: '扫描或输入包裹的运单号、追溯码收货后得到' },
} as const;
export type TaskKind = keyof typeof taskKinds;

/** Who pays for the points of a task. A merchant pays for tasks about itself alone. */
export const taskPayers = { platform: '平台', merchant: '商家' } as const;
export type TaskPayer = keyof typeof taskPayers;

/** What the merchant that is to pay for a task has said to it. The task stays off until it agrees. */
export const merchantWords = { asked: '待商家同意', agreed: '商家已同意', refused: '商家不同意' } as const;
export type MerchantWord = keyof typeof merchantWords;

export const maxTaskPoints = 100_000;
export const maxTaskChances = 100;
export const maxTaskTimes = 1_000;

export interface TaskTerms {
  kind: TaskKind;
  points: number;
  chances: number;
  /** The wheel that the chances are for. */
  wheelId: number | null;
  /** Only orders of this merchant count. */
  merchantId: number | null;
  payer: TaskPayer;
  startsAt: EpochMs;
  /** The first moment at which it no longer counts; null: without end. */
  endsAt: EpochMs | null;
  /** How often a company may do it in a Shanghai month; null: without a limit. */
  monthly: number | null;
}

export type TaskField = 'points' | 'chances' | 'wheel_id' | 'merchant_id' | 'payer' | 'ends_at' | 'monthly';

/** What is wrong with a new task, by the field of the form; null where nothing is. */
export function findTaskFault(task: TaskTerms): { field: TaskField; text: string } | null {
  const { kind, points, chances, wheelId, merchantId, payer, startsAt, endsAt, monthly } = task;
  if (points === 0 && chances === 0) return { field: 'points', text: '积分和抽奖次数至少填一项' };
  if (chances > 0 && wheelId === null) return { field: 'wheel_id', text: '送抽奖次数须选择大转盘' };
  if (chances === 0 && wheelId !== null) return { field: 'chances', text: '选了大转盘，须填写抽奖次数' };
  if (merchantId !== null && kind === 'papers')
    return { field: 'merchant_id', text: '更新证照与商家无关，请不要填写商家' };
  if (payer === 'merchant' && merchantId === null)
    return { field: 'payer', text: '由商家承担时须填写是哪一个商家' };
  // Chances of a wheel are the platform's.
  if (payer === 'merchant' && points === 0) return { field: 'payer', text: '由商家承担时须填写积分' };
  if (endsAt !== null && endsAt <= startsAt) return { field: 'ends_at', text: '结束日期不能早于开始日期' };
  if (monthly !== null && kind === 'first_order')
    return { field: 'monthly', text: '每个商家只有一次首次采购，不用填每月次数' };
  return null;
}

/** What is to be known of a task besides its terms before it starts, or its merchant answers. */
interface Standing {
  payer: TaskPayer;
  merchantWord: MerchantWord;
  /** When a second person passed it; null before, and after a stop. */
  passedAt: EpochMs | null;
  endsAt: EpochMs | null;
}

/** Whether the merchant that is to pay is asked: a second person has passed it, and there is no answer yet. */
export function isAsked({ payer, merchantWord, passedAt }: Omit<Standing, 'endsAt'>): boolean {
  return payer === 'merchant' && merchantWord === 'asked' && passedAt !== null;
}

/** Why a task that is off cannot be turned on; null where it can. */
export function startProblem(task: Standing, now: EpochMs): string | null {
  const { payer, merchantWord, endsAt } = task;
  if (endsAt !== null && endsAt <= now) return '任务已经结束，请另建一个';
  if (isAsked(task)) return '已通过复核，等待商家答复';
  return payer === 'merchant' && merchantWord === 'refused' ? '商家不同意承担，请另建一个任务' : null;
}

/** Why the merchant that is to pay cannot answer; null where it can. A stop takes the question back. */
export function answerProblem(
  { merchantWord, passedAt, endsAt }: Omit<Standing, 'payer'>,
  now: EpochMs,
): string | null {
  if (merchantWord !== 'asked') return `已经答复过：${merchantWords[merchantWord]}`;
  if (passedAt === null) return '平台已停用这个任务，不用答复';
  return endsAt !== null && endsAt <= now ? '任务已经结束，不用答复' : null;
}

/**
 * Whether a task that is on counts for what happened at `at`, with a merchant or without one. What was done before a
 * second person passed it does not; one that needed none has no such moment.
 */
export function taskCounts(
  task: Pick<TaskTerms, 'kind' | 'merchantId' | 'startsAt' | 'endsAt'> & Pick<Standing, 'passedAt'>,
  event: { kind: TaskKind; merchantId: number | null; at: EpochMs },
): boolean {
  return (
    task.kind === event.kind &&
    (task.merchantId === null || task.merchantId === event.merchantId) &&
    task.startsAt <= event.at &&
    (task.passedAt === null || task.passedAt <= event.at) &&
    (task.endsAt === null || event.at < task.endsAt)
  );
}

/** The Shanghai month in which a task is counted, `2026-11`. */
export function taskMonth(at: EpochMs): string {
  return dayKey(at).slice(0, 7);
}

/** What a task brings, in words: 20分、1次抽奖. */
export function taskGain({ points, chances }: Pick<TaskTerms, 'points' | 'chances'>): string {
  return [points > 0 && `${points}分`, chances > 0 && `${chances}次抽奖`].filter(Boolean).join('、');
}
