/** 积分任务: what the platform gives points and chances of the wheel for. */
import { merchantWords, taskKinds, taskPayers } from '#lib/rules/points/tasks.ts';
import { mapValues } from '#lib/rules/terms/keys.ts';
import { choice, day, flag, moment, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const kinds = mapValues(taskKinds, ({ text }) => text);
const states = {
  on: '进行中',
  waiting: '待复核或待商家同意',
  coming: '未开始',
  off: '已停用、结束或商家不同意',
};
/** Who has to say yes, or has said no. */
const standings = { second: '待复核', asked: merchantWords.asked, refused: merchantWords.refused };

export const pointTasks = defineList({
  page: '/desk/point-tasks',
  filters: {
    title: part('任务', 'title'),
    kind: choice('种类', kinds, { column: 'kind' }),
    view: choice('状态', states, { initially: 'on' }),
  },
  columns: {
    title: text('任务', { isTitle: true }),
    kind: word('种类', kinds),
    points: number('积分'),
    chances: number('抽奖次数'),
    wheel: text('大转盘', { isOptional: true }),
    merchant: text('限商家'),
    payer: word('承担方', taskPayers),
    standing: word('等待', standings),
    refusal: text('商家不同意的原因', { isOptional: true }),
    first_day: day('开始', { isSortable: true }),
    last_day: day('结束', { isSortable: true, isNullable: true }),
    monthly: number('每月次数'),
    times: number('完成次数'),
    companies: number('完成企业'),
    given: number('已发积分'),
    created_by: text('创建人', { isOptional: true }),
    created_at: moment('创建时间', { isOptional: true }),
    stopped_at: moment('停用时间', { isOptional: true }),
    is_on: flag('启用中', { isHidden: true }),
    is_off: flag('已停用', { isHidden: true }),
  },
  sort: '-id',
  acts: {
    stop: {
      text: '停用',
      done: '已停用',
      when: 'is_on',
      about: '停用后做的事不再得积分，已得的不变。再启用须另一位同事复核。',
      shows: ['kind', 'points', 'chances'],
      reason: '买家看不到',
      isBulk: true,
    },
    resume: {
      text: '启用',
      done: '已启用',
      when: 'is_off',
      about: '通过后做的事又得积分；通过以前完成的订单、提交的证照都不算。',
      shows: ['kind', 'points', 'chances'],
      reason: '买家看不到',
      second: 'point_task',
    },
  },
  none: '没有符合条件的任务',
});
