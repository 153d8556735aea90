/** 账目: a merchant's sales and the amount owed to it, entry by entry. */
import { merchantCauses } from '#lib/rules/money/bookings.ts';
import { figureTexts } from '#lib/rules/orders/statements.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { choice, day, fromDay, moment, money, part, text, toDay, word } from '../fields.ts';
import { defineList } from '../list.ts';

const causes = Object.fromEntries(keysOf(merchantCauses).map((cause) => [cause, merchantCauses[cause].text]));

export const accountBook = defineList({
  page: '/desk/account-book',
  filters: {
    // Empty days are the first of this month and today.
    from: fromDay('开始日期', 'at'),
    to: toDay('结束日期', 'at'),
    cause: choice('事项', causes, { column: 'cause', all: '全部事项' }),
    no: part('单号', 'no', 40),
  },
  columns: {
    no: text('单号', {
      isTitle: true,
      isCopied: true,
      link: { page: '/desk/orders/[no]', by: { no: 'order_no' } },
    }),
    at: moment('时间', { isSortable: true }),
    cause: word('事项', causes, { isSortable: true }),
    // The order's first product and how many lines it has; without an order what happened.
    about: text('内容'),
    amount: money('金额', { isSigned: true, isSortable: true, isSummed: true }),
    // Of the account after the entry, whatever is searched; empty in another order than that of time.
    balance: money('余额'),
    order_no: text('订单', { isHidden: true }),
  },
  sort: '-at',
  facts: {
    from: day('开始'),
    to: day('结束'),
    before: money(figureTexts.before),
    sold: money(figureTexts.sold),
    refunded: money(figureTexts.refunded),
    borne: money(figureTexts.borne),
    settled: money(figureTexts.settled),
    owed: money(figureTexts.owed),
  },
  factsNote: '平台应付给本商家的货款，不收佣金',
  none: '这段时间没有记录',
});
