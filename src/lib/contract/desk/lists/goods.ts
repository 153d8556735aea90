/** 商品: a merchant's own items, changed in their cells, many at once, or by a table. */
import { ownGoodsFields } from '#lib/rules/goods/own-goods.ts';
import { choice, day, flag, money, number, part, text } from '../fields.ts';
import { defineList } from '../list.ts';

export const goodsViews = { on: '已上架', off: '已下架', stopped: '平台暂停销售', out: '无库存' } as const;

export const goodsList = defineList({
  page: '/desk/goods',
  filters: {
    keyword: part('商品、厂家、编号或SKU', undefined, 60),
    view: choice('范围', goodsViews, { all: '全部商品' }),
  },
  columns: {
    name: text('商品', { isTitle: true, isLong: true, isSortable: true }),
    spec: text('规格'),
    maker: text('厂家', { isOptional: true }),
    goods_id: number('商品编号', { isOptional: true }),
    sku: text('SKU'),
    stock: number('库存', { isSortable: true }),
    expires_on: day('有效期至', { isSortable: true, isNullable: true }),
    price: money('原价', { isSortable: true }),
    memberPrice: money('会员价', { isSortable: true }),
    minQuantity: number('起订量'),
    limitQuantity: number('每单限购'),
    dayLimit: number('每日限购'),
    weekLimit: number('每周限购'),
    withCoupon: flag('可用优惠券'),
    isOnShelf: flag('上架'),
    is_stopped: flag('平台暂停', { isOptional: true }),
  },
  edits: ownGoodsFields,
  countsTo: 100_000,
  sort: 'id',
  none: '没有符合条件的商品',
});
