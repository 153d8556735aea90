/** 对账单: closed months of a merchant's account, which the merchant confirms or objects to; for the platform all. */
import { figureTexts, statementStates } from '#lib/rules/orders/statements.ts';
import { choice, flag, line, lines, moment, money, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

/** An answer is about the figures that the person saw. */
const figures = ['before', 'sold', 'refunded', 'borne', 'settled', 'owed'] as const;

export const statements = defineList({
  page: '/desk/statements',
  key: 'text',
  filters: {
    state: choice('状态', statementStates, { column: 'state' }),
    month: part('月份', 'month', 7),
    merchant: part('商家', undefined, 100, { side: 'platform' }),
  },
  columns: {
    // The month, for the platform behind the merchant.
    name: text('对账单', {
      isTitle: true,
      isSortable: true,
      link: { page: '/desk/statements/[id]', by: { id: 'id' } },
    }),
    month: text('月份', { isSortable: true, isOptional: true }),
    before: money(figureTexts.before),
    sold: money(figureTexts.sold),
    refunded: money(figureTexts.refunded),
    borne: money(figureTexts.borne),
    settled: money(figureTexts.settled),
    owed: money(figureTexts.owed, { isSortable: true }),
    state: word('状态', statementStates),
    // Of the figures that the merchant answered to, where the books have changed since.
    difference: text('账目变动'),
    reason: text('差异说明'),
    claimed: money('商家认为应付'),
    objected_at: moment('提出时间', { isOptional: true }),
    answer: text('平台答复'),
    answered_by: text('答复人', { side: 'platform', isOptional: true }),
    confirmed_by: text('确认人', { isOptional: true }),
    confirmed_at: moment('确认时间', { isOptional: true }),
    turn: number('次序', { isHidden: true, isSortable: true }),
    may_confirm: flag('可确认', { isHidden: true }),
    may_object: flag('可提异议', { isHidden: true }),
    may_answer: flag('可答复', { isHidden: true }),
  },
  sort: 'turn,-month',
  acts: {
    confirm: {
      text: '确认',
      done: '已确认对账单',
      when: 'may_confirm',
      asks: '确认后，这个月的对账单不能再提出异议。',
      sends: figures,
      side: 'merchant',
    },
    object: {
      text: '提出异议',
      done: '已提交，等待平台财务答复',
      when: 'may_object',
      about: '每个月提出一次，平台财务答复后再确认。',
      shows: ['owed'],
      fields: {
        reason: lines('差异说明', 500, 2),
        claimed: line('您认为的期末应付（元，可不填）', 15, 0),
      },
      sends: figures,
      side: 'merchant',
    },
    answer: {
      text: '答复',
      done: '已答复，商家会收到通知',
      when: 'may_answer',
      shows: ['owed', 'claimed', 'reason', 'difference'],
      fields: { answer: lines('答复', 500, 2) },
      side: 'platform',
    },
  },
  none: '没有符合条件的对账单',
});
