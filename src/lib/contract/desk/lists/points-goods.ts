/** 积分商品: what the points mall offers. */
import { limitPeriods, mallKinds } from '#lib/rules/points/mall.ts';
import { choice, flag, line, moment, money, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const shelf = { on: '上架', off: '下架' };

export const pointsGoodsList = defineList({
  page: '/desk/points-goods',
  filters: {
    name: part('商品', 'name', 60),
    kind: choice('种类', mallKinds, { column: 'kind' }),
    shelf: choice('状态', shelf, { column: 'shelf' }),
  },
  columns: {
    name: text('商品', { isTitle: true, link: { page: '/desk/points-goods/[id]', by: { id: 'goods_id' } } }),
    kind: word('种类', mallKinds),
    points: number('积分', { isSortable: true }),
    money: money('另付'),
    stock: number('库存', { isSortable: true }),
    sold: number('已兑', { isSortable: true }),
    limit_count: number('限兑（0不限）', { isOptional: true }),
    limit_period: word('限兑周期', limitPeriods, { isOptional: true }),
    on_from: moment('开始时间', { isSortable: true }),
    on_to: moment('结束时间'),
    shelf: word('状态', shelf),
    goods_id: number('编号', { isHidden: true }),
    is_on: flag('已上架', { isHidden: true }),
    is_off: flag('已下架', { isHidden: true }),
  },
  sort: '-id',
  acts: {
    put_on: { text: '上架', done: '已上架', when: 'is_off', isBulk: true, undo: 'take_off' },
    take_off: {
      text: '下架',
      done: '已下架',
      when: 'is_on',
      asks: '下架后买家看不到也不能兑换，已兑换的订单照常处理。',
      isBulk: true,
      undo: 'put_on',
    },
    restock: {
      text: '改库存',
      done: '库存已修改',
      about: '填写现在可兑的数量；期间有人兑换的，须刷新后再改。',
      shows: ['stock', 'sold'],
      fields: { count: line('可兑数量', 7) },
      sends: ['stock'],
    },
  },
  none: '没有符合条件的积分商品',
});
