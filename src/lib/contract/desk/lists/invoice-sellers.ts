/** 开票商家: every merchant as the seller of its invoices, with session and quota. */
import { invoiceForms, invoiceProviders } from '#lib/rules/invoices/invoice-state.ts';
import { choice, flag, moment, money, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

export const invoiceSellersList = defineList({
  page: '/desk/invoice-sellers',
  filters: {
    name: part('商家', 'name'),
    view: choice('情况', {
      missing: '未登记开票资料',
      standing: '登录失效或额度不足',
      session: '需要登录税务局',
      quota: '额度不足',
      taxes: '有商品缺税率',
    }),
  },
  columns: {
    name: text('商家', {
      isTitle: true,
      isSortable: true,
      link: { page: '/desk/invoice-sellers/[id]', by: { id: 'id' } },
    }),
    full_name: text('开票名称'),
    tax_no: text('纳税人识别号', { isCopied: true }),
    provider: word('开票渠道', { ...invoiceProviders, none: '未登记' }),
    form: word('折扣写法', invoiceForms),
    auto_issue: flag('发货后自动开票'),
    session_until: moment('登录有效至', { isSortable: true, isNullable: true }),
    quota_left: money('剩余额度'),
    failed: number('开具失败'),
    lacking: number('缺税率的商品'),
    id: number('编号', { isHidden: true }),
  },
  sort: 'name',
  none: '没有符合条件的商家',
});
