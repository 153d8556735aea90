/** 商品税率: rate, policy and code of a merchant's items, changed in their cells, many at once, or by a table (rules 19). */
import { taxPolicies } from '#lib/rules/invoices/tax.ts';
import { taxFields } from '#lib/rules/invoices/tax-table.ts';
import { choice, day, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const views = { missing: '没有税率', set: '已有税率' } as const;

export const taxList = defineList({
  page: '/desk/tax',
  filters: {
    keyword: part('商品、厂家、编号或SKU', undefined, 60),
    view: choice('范围', views, { all: '全部商品' }),
  },
  columns: {
    name: text('商品', { isTitle: true, isLong: true, isSortable: true }),
    spec: text('规格'),
    maker: text('厂家', { isOptional: true }),
    merchant: text('商家', { side: 'platform' }),
    goods_id: number('商品编号'),
    sku: text('SKU', { isOptional: true }),
    kind: text('类别'),
    approval_no: text('批准文号', { isOptional: true }),
    taxRate: word('税率', taxFields.taxRate.choices),
    taxPolicy: word('优惠政策', taxPolicies),
    taxCode: text('税收分类编码'),
    taxFrom: day('生效日期'),
    now_rate: number('今天的税率', { unit: '%' }),
  },
  edits: taxFields,
  subject: 'goods_tax',
  countsTo: 100_000,
  sort: 'id',
  none: '没有符合条件的商品',
});
