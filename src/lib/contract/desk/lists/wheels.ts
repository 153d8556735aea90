/** 大转盘: every wheel with its state, each opened as a file. */
import { pauseActs, wheelStates } from '#lib/rules/wheel/wheel.ts';
import { choice, flag, moment, money, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const { pause, resume } = pauseActs;

export const wheels = defineList({
  page: '/desk/wheels',
  filters: {
    name: part('名称', 'name'),
    state: choice('状态', wheelStates, { column: 'state' }),
  },
  columns: {
    name: text('名称', { isTitle: true, link: { page: '/desk/wheels/[id]', by: { id: 'id' } } }),
    state: word('状态', wheelStates),
    starts_at: moment('开始', { isSortable: true }),
    ends_at: moment('结束', { isSortable: true }),
    tickets: number('奖券', { unit: '张' }),
    drawn: number('已抽', { unit: '张' }),
    cost: money('已抽成本'),
    all_cost: money('全部成本'),
    id: number('编号'),
    pause_reason: text('暂停原因', { isOptional: true }),
    is_pausable: flag('可以暂停', { isHidden: true }),
    is_paused: flag('暂停中', { isHidden: true }),
    is_closable: flag('可以结束', { isHidden: true }),
  },
  sort: '-id',
  acts: {
    pause: {
      text: pause.text,
      done: pause.done,
      when: 'is_pausable',
      about: pause.about,
      shows: ['state', 'drawn', 'ends_at'],
      reason: pause.readBy,
      undo: 'resume',
    },
    resume: {
      text: resume.text,
      done: resume.done,
      when: 'is_paused',
      about: resume.about,
      shows: ['pause_reason', 'drawn', 'ends_at'],
      reason: resume.readBy,
    },
    close: {
      text: '结束',
      done: '已结束，种子已公布',
      when: 'is_closable',
      asks: '结束后公布服务器种子和全部抽奖记录，不能再抽，也不能恢复。',
    },
  },
  none: '没有符合条件的大转盘',
});
