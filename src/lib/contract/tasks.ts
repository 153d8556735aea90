/** Tasks for points and chances of the wheel, at the platform's desk (rules 6). */
import { z } from 'zod';
import { maxTaskChances, maxTaskPoints, maxTaskTimes, taskKinds, taskPayers } from '../rules/points/tasks.ts';
import { keysOf } from '../rules/terms/keys.ts';
import { post } from './call.ts';
import { unset } from './decode.ts';
import { day, freeDay, id, text, typed, whole } from './fields.ts';

/** A number from a box that may be empty. */
const box = (label: string, max: number) => unset(typed(whole(label, 1, max)).optional());
/** One that is 0 where the box is empty. */
const count = (label: string, max: number) => unset(typed(whole(label, 0, max)).default(0));

export const createTaskInput = z.object({
  title: text('任务名称', { min: 2, max: 40 }),
  kind: z.enum(keysOf(taskKinds), { error: '请选择任务种类' }),
  points: count('积分', maxTaskPoints),
  chances: count('抽奖次数', maxTaskChances),
  wheel_id: unset(typed(id('大转盘编号')).optional()),
  merchant_id: unset(typed(id('商家编号')).optional()),
  payer: z.enum(keysOf(taskPayers), { error: '请选择承担方' }),
  starts_on: day('开始日期'),
  /** Its last day; empty: without end. */
  ends_on: freeDay('结束日期'),
  monthly: box('每月次数', maxTaskTimes),
  /** Made by the browser: the same form twice is one task. */
  token: text('提交标识', { min: 8, max: 60 }),
});
export type CreateTaskInput = z.input<typeof createTaskInput>;
export type CreateTaskValues = z.output<typeof createTaskInput>;

const createdTask = z.object({ id: z.number().int(), title: z.string() });
export type CreatedTask = z.infer<typeof createdTask>;

export const tasksCalls = {
  createTask: post('/api/desk/point-tasks', {
    who: 'platform',
    may: 'play',
    second: ['point_task'],
    input: createTaskInput,
    output: createdTask,
  }),
};
