/** 会话记录: inquiries of companies with a side's service. */
import { choice, flag, fromDay, moment, number, part, text, toDay, word } from '../fields.ts';
import { defineList } from '../list.ts';

const states = { waiting: '等待接入', open: '接待中', closed: '已结束' } as const;

export const chatRecords = defineList({
  page: '/desk/chat-records',
  filters: {
    company: part('企业名称', 'company'),
    person: part('接待人', 'person'),
    state: choice('状态', states, { column: 'state' }),
    escalated: choice('平台介入', { yes: '已介入' }),
    from: fromDay('开始日期', 'opened_at'),
    to: toDay('结束日期', 'opened_at'),
  },
  columns: {
    company: text('企业', { isTitle: true }),
    merchant: text('商家', { side: 'platform' }),
    state: word('状态', states),
    person: text('接待人'),
    opened_at: moment('咨询时间', { isSortable: true }),
    answered_at: moment('首次回复'),
    closed_at: moment('结束时间'),
    returned: number('未回复转出', { unit: '次' }),
    stars: number('评分', { unit: '星' }),
    rating: text('评价'),
    is_escalated: flag('平台介入'),
    escalation: text('介入原因', { isOptional: true }),
    /** 0 where the platform may not open it any more. */
    talk_id: number('会话编号', { isHidden: true }),
  },
  sort: '-opened_at',
  none: '没有符合条件的会话',
});
