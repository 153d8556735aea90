/** 意见反馈: buyers' feedback, each answered once. */
import {
  feedbackKindKeys,
  feedbackKindText,
  feedbackStatuses,
  feedbackText,
} from '#lib/rules/companies/feedback-state.ts';
import { choice, flag, fromDay, lines, moment, number, part, text, toDay, word } from '../fields.ts';
import { defineList } from '../list.ts';

const statuses = Object.fromEntries(feedbackStatuses.map((status) => [status, feedbackText(status)]));
const kinds = Object.fromEntries(feedbackKindKeys.map((kind) => [kind, feedbackKindText(kind)]));

export const feedback = defineList({
  page: '/desk/feedback',
  filters: {
    company: part('企业名称', 'company'),
    text: part('内容', 'text'),
    kind: choice('类型', kinds, { column: 'kind' }),
    status: choice('状态', statuses, { column: 'status' }),
    from: fromDay('开始日期', 'created_at'),
    to: toDay('结束日期', 'created_at'),
  },
  columns: {
    company: text('企业', {
      isTitle: true,
      link: { page: '/desk/companies/[id]', by: { id: 'company_id' } },
    }),
    kind: word('类型', kinds),
    text: text('内容'),
    pictures: number('图片', { unit: '张' }),
    order_no: text('订单号', { link: { page: '/desk/orders/[no]', by: { no: 'order_no' } } }),
    user: text('联系人'),
    phone: text('电话'),
    created_at: moment('时间', { isSortable: true }),
    status: word('状态', statuses),
    answer: text('答复'),
    company_id: number('企业编号', { isHidden: true }),
    may_answer: flag('待答复', { isHidden: true }),
    /** Ids of its pictures, separated by commas. */
    files: text('图片编号', { isHidden: true }),
  },
  sort: 'id',
  acts: {
    answer: {
      text: '答复',
      done: '已答复，企业会收到消息',
      when: 'may_answer',
      shows: ['text', 'user', 'phone', 'order_no'],
      fields: { answer: lines('答复（企业会看到）', 1_000, 2) },
      isBulk: true,
    },
  },
  none: '没有符合条件的反馈',
});
