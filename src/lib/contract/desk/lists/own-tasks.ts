/** 任务确认: tasks for points that the platform asks the merchant to pay for; each counts after its yes. */
import { taskKinds } from '#lib/rules/points/tasks.ts';
import { mapValues } from '#lib/rules/terms/keys.ts';
import { choice, day, flag, moment, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const kinds = mapValues(taskKinds, (kind) => kind.text);
const words = { asked: '待答复', agreed: '已同意', refused: '不同意', lapsed: '结束前未答复' };

export const ownTasks = defineList({
  page: '/desk/own-tasks',
  filters: {
    title: part('任务', 'title'),
    merchant_word: choice('状态', words, { column: 'merchant_word' }),
  },
  columns: {
    title: text('任务', { isTitle: true }),
    kind: word('种类', kinds),
    points: number('每次积分'),
    chances: number('抽奖次数'),
    wheel: text('大转盘', { isOptional: true }),
    monthly: number('每月次数'),
    first_day: day('开始', { isSortable: true }),
    last_day: day('结束', { isSortable: true, isNullable: true }),
    merchant_word: word('状态', words),
    times: number('完成次数'),
    given: number('本店承担积分'),
    answered_by: text('答复人', { isOptional: true }),
    answered_at: moment('答复时间', { isOptional: true }),
    reason: text('不同意的原因'),
    stopped_at: moment('平台停用时间', { isOptional: true }),
    may_answer: flag('待答复', { isHidden: true }),
  },
  sort: '-id',
  acts: {
    agree: {
      text: '同意',
      done: '已同意，任务生效',
      when: 'may_answer',
      asks: '同意后企业在本店完成这个任务所得的积分由本店承担，不能撤回；以前做的事不算。抽奖次数由平台承担。',
    },
    refuse: {
      text: '不同意',
      done: '已答复，任务不会生效',
      when: 'may_answer',
      shows: ['kind', 'points', 'chances', 'monthly', 'first_day', 'last_day'],
      reason: '平台会看到',
    },
  },
  none: '平台没有请本店承担的积分任务',
});
