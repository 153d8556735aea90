/** 直播提问: questions of viewers in all rooms, for moderation. */
import { questionText } from '#lib/rules/live/desk.ts';
import { questionStates } from '#lib/rules/live/timeline.ts';
import { tableOf } from '#lib/rules/terms/keys.ts';
import { choice, flag, fromDay, moment, number, part, text, toDay, word } from '../fields.ts';
import { defineList } from '../list.ts';

const states = tableOf(questionStates, questionText);

/** The question in the console of its room. */
const inConsole = {
  page: '/desk/live/[id]/console',
  place: 'question-[question]',
  by: { id: 'room_id', question: 'question_id' },
} as const;

export const liveQuestions = defineList({
  page: '/desk/live-questions',
  filters: {
    text: part('问题', 'text'),
    state: choice('状态', states, { column: 'state' }),
    air: choice('直播间', { live: '正在直播' }),
    room: part('直播标题', 'room'),
    company: part('企业名称', 'company'),
    merchant: part('商家', 'merchant', 100, { side: 'platform' }),
    from: fromDay('开始日期', 'at'),
    to: toDay('结束日期', 'at'),
  },
  columns: {
    text: text('问题', { isTitle: true, isLong: true, link: inConsole }),
    state: word('状态', states),
    /** 回答 where the host can answer now: the room is on air. */
    reply: text('处理', { side: 'merchant', link: inConsole }),
    room: text('直播', { link: { page: '/desk/live/[id]', by: { id: 'room_id' } } }),
    merchant: text('商家', { side: 'platform' }),
    company: text('企业'),
    at: moment('时间', { isSortable: true }),
    answer: text('回答'),
    answered_by: text('回答人', { isOptional: true }),
    answered_at: moment('回答时间', { isOptional: true }),
    room_id: number('直播编号', { isHidden: true }),
    question_id: number('提问编号', { isHidden: true }),
    is_shown: flag('可以隐藏', { isHidden: true }),
  },
  sort: '-id',
  sorts: { box: 'state', by: { waiting: 'id' } },
  acts: {
    hide: {
      text: '隐藏',
      done: '已隐藏，观众不再看到',
      when: 'is_shown',
      shows: ['text', 'company'],
      reason: true,
      undo: 'restore',
      isBulk: true,
    },
    restore: { text: '恢复', done: '已恢复', isUndoOnly: true, isBulk: true },
  },
  none: '没有符合条件的提问',
});
