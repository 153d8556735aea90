/** 发出的消息: letters of the platform's people to companies, with how far those to many are. */
import { letterStateTexts } from '#lib/rules/companies/letters.ts';
import { choice, flag, fromDay, moment, number, part, text, toDay, word } from '../fields.ts';
import { defineList } from '../list.ts';

const kinds = { one: '单个企业', many: '群发' };

export const lettersList = defineList({
  page: '/desk/letters',
  filters: {
    q: part('标题、正文或企业'),
    kind: choice('范围', kinds, { column: 'kind' }),
    state: choice('状态', letterStateTexts, { column: 'state' }),
    made_by: part('发送人', 'made_by', 60),
    from: fromDay('开始日期', 'created_at'),
    to: toDay('结束日期', 'created_at'),
  },
  columns: {
    title: text('标题', { isTitle: true }),
    kind: word('范围', kinds),
    to: text('收件企业', { link: { page: '/desk/companies/[id]', by: { id: 'company_id' } } }),
    state: word('状态', letterStateTexts),
    sent: number('已发送', { unit: '家' }),
    companies: number('应发送', { unit: '家' }),
    made_by: text('发送人'),
    created_at: moment('时间'),
    body: text('正文'),
    link: text('链接', { isOptional: true }),
    ended_at: moment('结束时间', { isOptional: true }),
    company_id: number('企业编号', { isHidden: true }),
    is_sending: flag('发送中', { isHidden: true }),
  },
  sort: '-id',
  acts: {
    stop: {
      text: '停止发送',
      done: '已停止发送',
      when: 'is_sending',
      asks: '已经发出的收不回，其余的企业不再发送，也不能接着发。',
    },
  },
  none: '没有发出的消息',
});
