/** 协议价: prices that companies have agreed with the merchant for its items. */
import { line, money, number, part, text } from '../fields.ts';
import { defineList } from '../list.ts';

export const ownPrices = defineList({
  page: '/desk/prices',
  key: 'text',
  filters: { company: part('企业', 'company'), goods: part('商品', 'name') },
  columns: {
    company: text('企业', { isTitle: true, isSortable: true }),
    company_id: number('企业编号'),
    goods_id: number('商品编号'),
    name: text('商品', { isSortable: true }),
    spec: text('规格'),
    member_price: money('会员价'),
    agreed: money('协议价', { isSortable: true }),
  },
  sort: 'company',
  acts: {
    change: {
      text: '修改',
      done: '已保存',
      about: '保存后立即生效。',
      second: 'low_price',
      shows: ['name', 'spec', 'member_price', 'agreed'],
      sends: ['agreed'],
      fields: { price: line('协议价（元）', 12) },
      sure: true,
      undo: 'restore',
    },
    drop: {
      text: '取消',
      done: '已取消协议价',
      asks: '取消后，该企业买这个商品按会员等级的价格。',
      sends: ['agreed'],
      sure: true,
      undo: 'restore',
    },
    restore: { text: '恢复', done: '已恢复协议价', isUndoOnly: true, sure: true },
  },
  none: '没有符合条件的协议价',
});
