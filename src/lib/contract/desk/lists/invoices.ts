/** 发票: a merchant's invoices on their way to the tax bureau; for the platform those of all. */
import { invoiceProviders, invoiceStates } from '#lib/rules/invoices/invoice-state.ts';
import { invoiceKinds } from '#lib/rules/invoices/titles.ts';
import { mapValues } from '#lib/rules/terms/keys.ts';
import { choice, flag, fromDay, moment, money, number, part, text, toDay, word } from '../fields.ts';
import { defineList } from '../list.ts';

const states = mapValues(invoiceStates, ({ text: said }) => said);

export const invoicesList = defineList({
  page: '/desk/invoices',
  filters: {
    // todo: held up, or to be entered by hand.
    state: choice('状态', { todo: '待处理', ...states }, { initially: 'todo' }),
    q: part('发票号码、流水号、订单号、抬头'),
    color: choice('蓝票和红票', { blue: '蓝票', red: '红票' }, { column: 'color', all: '全部' }),
    company: part('企业', 'company'),
    merchant: part('商家', undefined, 100, { side: 'platform' }),
    from: fromDay('申请开始', 'created_at'),
    to: toDay('申请结束', 'created_at'),
  },
  columns: {
    serial: text('流水号', { isTitle: true, link: { page: '/desk/invoices/[id]', by: { id: 'id' } } }),
    state: word('状态', states),
    fault: text('原因'),
    company: text('企业'),
    merchant: text('商家', { side: 'platform' }),
    title: text('抬头'),
    kind: word('票种', invoiceKinds),
    color: word('蓝票和红票', { blue: '蓝票', red: '红票' }),
    gross: money('价税合计', { isSortable: true, isSummed: true }),
    orders: number('订单'),
    created_at: moment('申请时间', { isSortable: true }),
    number: text('发票号码', { isCopied: true }),
    issued_at: moment('开具时间', { isOptional: true }),
    provider: word('开票渠道', invoiceProviders, { isOptional: true }),
    attempt: number('次数', { isOptional: true }),
    next_at: moment('下次查询', { isOptional: true }),
    tax: money('税额', { isOptional: true }),
    may_retry: flag('可重新开具', { isHidden: true }),
    may_void: flag('可作废', { isHidden: true }),
  },
  sort: '-created_at',
  sorts: { box: 'state', by: { todo: 'created_at', failed: 'created_at' } },
  facts: {
    waiting: number('开票中'),
    failed: number('开具失败'),
    session: text('税务局登录'),
    quota: text('剩余额度'),
  },
  acts: {
    retry: {
      text: '重新开具',
      done: '已重新提交',
      when: 'may_retry',
      asks: '用新的流水号重新提交，金额按订单现在的退款情况核对。',
      isBulk: true,
    },
    void: {
      text: '作废',
      done: '已作废，金额可以重新开票，企业会收到消息',
      when: 'may_void',
      about: '没有开出的发票才能作废，已开出的请冲红。',
      shows: ['company', 'title', 'gross', 'fault'],
      reason: '企业会看到',
    },
  },
  none: '没有符合条件的发票',
});
