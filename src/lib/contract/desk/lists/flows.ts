/** 票账货款: orders whose invoices, ledger, lots and payment do not agree; a merchant sees its own (rules 4). */
import { flowCauses } from '#lib/rules/flows/causes.ts';
import { mapValues } from '#lib/rules/terms/keys.ts';
import { choice, flag, line, moment, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const causes = mapValues(flowCauses, ({ text: words }) => words);

export const flows = defineList({
  page: '/desk/flows',
  filters: {
    keyword: part('订单号、商品或发票号码'),
    state: choice('状态', { open: '待处理', noted: '已说明', closed: '已消除' }, { initially: 'open' }),
    cause: choice('原因', causes, { column: 'cause' }),
  },
  columns: {
    no: text('订单号', {
      isTitle: true,
      isCopied: true,
      link: { page: '/desk/orders/[no]', by: { no: 'no' } },
    }),
    merchant: text('商家', { side: 'platform' }),
    company: text('企业'),
    cause: word('原因', causes),
    about: text('行、发票或项目'),
    figures: text('两边的数'),
    // Numbers, with blanks between them; of a break about one invoice its number alone.
    invoices: text('发票'),
    // A payment may be of orders of other merchants too.
    payments: text('支付单', { side: 'platform' }),
    todo: text('怎么处理'),
    found_at: moment('发现时间', { isSortable: true }),
    note: text('说明'),
    noted_by: text('说明人', { isOptional: true, side: 'platform' }),
    closed_at: moment('消除时间', { isSortable: true, isNullable: true, isOptional: true }),
    // Of the invoices, in their order.
    invoice_ids: text('发票编号', { isHidden: true }),
    is_open: flag('待处理', { isHidden: true }),
  },
  sort: 'found_at',
  acts: {
    note: {
      text: '登记说明',
      done: '已登记说明',
      when: 'is_open',
      about: '这里只登记查明的原因，不改动任何账目；两边一致后自动消除，数再有变化会重新列出。',
      shows: ['cause', 'about', 'figures'],
      fields: { note: line('说明', 200, 2) },
      isBulk: true,
      sure: true,
      side: 'platform',
    },
  },
  none: '票账货款全部一致',
});
