/** 售后: cases at both sides' desks, those that wait for this desk first. */
import { deskCaseTabs } from '#lib/rules/orders/after-sale-desk.ts';
import { afterSaleKinds } from '#lib/rules/orders/after-sale-state.ts';
import { mapValues } from '#lib/rules/terms/keys.ts';
import { choice, flag, moment, money, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const { all, ...tabs } = mapValues(deskCaseTabs, ({ text: name }) => name);
const byDeadline = 'due_at';

export const cases = defineList({
  page: '/desk/aftersale',
  filters: {
    tab: choice('状态', tabs, { all, initially: 'mine' }),
    no: part('订单号', 'order_no', 40),
    company: part('采购企业'),
  },
  columns: {
    case_no: text('售后单', { isTitle: true, link: { page: '/desk/aftersale/[id]', by: { id: 'id' } } }),
    company: text('采购企业'),
    merchant: text('商家', { side: 'platform' }),
    kind: word(
      '类型',
      mapValues(afterSaleKinds, ({ text: name }) => name),
    ),
    reason: text('原因'),
    goods: text('商品'),
    amount: money('申请金额'),
    refunded: money('已退金额', { isOptional: true }),
    status: text('状态'),
    due_at: moment('处理时限', { isSortable: true, isNullable: true }),
    order_no: text('订单号', { isCopied: true }),
    created_at: moment('申请时间', { isSortable: true }),
    has_word: flag('买家新留言', { isHidden: true }),
  },
  sort: '-id',
  sorts: {
    box: 'tab',
    by: { mine: byDeadline, words: byDeadline, open: byDeadline, returning: byDeadline },
  },
  none: '没有符合条件的售后',
});
