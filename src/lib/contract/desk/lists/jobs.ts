/** 后台任务: rows that jobs could not process, tried again at once or put away with a remark. */
import { choice, flag, lines, moment, number, part, text } from '../fields.ts';
import { defineList } from '../list.ts';

/** stuck: failed so often that a person has to look. resting: retried automatically before that. */
const states = { stuck: '需要处理', resting: '稍后自动重试', put_away: '已搁置' };

export const jobs = defineList({
  page: '/desk/jobs',
  key: 'text',
  filters: {
    keyword: part('任务或记录'),
    state: choice('状态', states, { initially: 'stuck' }),
  },
  columns: {
    job_text: text('任务', { isTitle: true }),
    row: text('记录', { isCopied: true }),
    waits: text('影响'),
    error_text: text('失败原因'),
    error: text('原文'),
    tries: number('失败次数', { isSortable: true }),
    first_at: moment('首次失败', { isSortable: true }),
    last_at: moment('最近失败', { isSortable: true }),
    next_at: moment('下次重试', { isSortable: true }),
    put_away_by: text('搁置人'),
    put_away_at: moment('搁置时间', { isOptional: true }),
    put_away_word: text('搁置说明'),
    job: text('任务代码', { isOptional: true }),
    is_open: flag('没有搁置', { isHidden: true }),
  },
  sort: 'first_at',
  acts: {
    retry: {
      text: '再试一次',
      done: '很快会再试，稍后刷新看结果',
      sends: ['job', 'row', 'tries'],
    },
    shelve: {
      text: '搁置',
      done: '已搁置，换一种原因失败时会再提醒',
      when: 'is_open',
      sends: ['job', 'row', 'tries'],
      about: '系统仍会每小时重试，但不再提醒。',
      shows: ['row', 'error_text'],
      fields: { word: lines('说明', 200, 2) },
    },
  },
  none: '没有符合条件的失败任务',
});
