/** 资质到期提醒: companies' licences that lapse soon, each with a reminder to the company. */
import { paperNames } from '#lib/rules/companies/qualification.ts';
import { day, flag, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

export const papers = defineList({
  page: '/desk/papers',
  filters: { company: part('企业名称', 'company') },
  columns: {
    company: text('企业', {
      isTitle: true,
      isSortable: true,
      link: { page: '/desk/companies/[id]', by: { id: 'company_id' } },
    }),
    kind: word('资质', paperNames, { isSortable: true }),
    number: text('编号'),
    valid_to: day('有效期至', { isSortable: true }),
    days_left: number('剩余天数', { unit: '天' }),
    reminded_on: day('上次提醒', { isSortable: true, isNullable: true }),
    is_reminded: flag('今天已提醒', { isHidden: true }),
    company_id: number('企业编号', { isHidden: true }),
  },
  sort: 'valid_to',
  acts: {
    remind: {
      text: '提醒',
      done: '已提醒',
      off: { by: 'is_reminded', text: '今天已提醒' },
      isBulk: true,
    },
  },
  none: '没有60天内到期的资质',
});
