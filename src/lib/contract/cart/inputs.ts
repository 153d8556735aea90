/** Inputs of the cart's calls. */
import { z } from 'zod';
import { cartListFilter, maxFormLines } from '../constants.ts';
import { reads } from '../decode.ts';
import { flag, id, ids, quantity, text, upTo, whole } from '../fields.ts';

/** 0 normal · 1 flash · 2 group-buy · 3 combination · 4 add-on. */
export const lineType = whole('商品类型', 0, 4);

const addLine = z
  .object({
    /** May be left out for a combination: its activity identifies it. */
    goods_id: id('商品').optional(),
    /** As large as goods may have it (a smallint). */
    ck_id: whole('仓库', 0, 32_767).optional(),
    type: lineType.default(0),
    /** Without a number the goods' least quantity is added. */
    number: quantity().optional(),
    /** The add-on's or combination's activity. */
    activity_id: id('活动').optional(),
  })
  .refine((line) => line.type === 3 || line.goods_id !== undefined, {
    error: '请选择商品',
    path: ['goods_id'],
  })
  .refine((line) => line.type < 3 || line.activity_id !== undefined, {
    error: '请选择活动',
    path: ['activity_id'],
  });
export type AddLine = z.infer<typeof addLine>;

export const addToCartInput = z.object({
  lines: reads(
    upTo(maxFormLines, addLine, {
      min: 1,
      error: '请选择商品',
      tooMany: `一次最多加入${maxFormLines}个商品`,
    }),
    (value) =>
      value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.values(value) : value,
  ),
});
export type AddToCartInput = z.input<typeof addToCartInput>;

export const quickAddInput = z.object({ id: id('商品'), number: quantity().optional() });
export const editLineInput = z.object({ id: id('购物车商品'), number: quantity() });
export const selectLinesInput = z.object({ ids: ids(), is_selected: flag('选中状态') });
export const lineIdsInput = z.object({ ids: ids() });

/** `is_later` 1 saves a line for later, 0 moves it back. */
export const laterInput = z.object({ id: id('购物车商品'), is_later: flag('操作').default(1) });

/** Lines to copy, and the people of other stores into whose carts they go. */
export const copyInput = z.object({
  ids: ids(),
  other_user_ids: upTo(50, text('门店', { min: 1, max: 64 }), {
    min: 1,
    error: '请选择门店',
    tooMany: '一次最多复制到50家门店',
  }),
});
export type CopyInput = z.infer<typeof copyInput>;

/** `filters` of the list, each with its words; 99999 is everything. Totals are always the whole cart's. */
export const cartFilters = {
  [cartListFilter]: '全部商品',
  1: '可购买',
  2: '活动商品',
  3: '不可购买',
  4: '已降价',
} as const satisfies Record<number, string>;
export type CartFilter = keyof typeof cartFilters;

export const cartListInput = z.object({
  filters: whole('筛选条件', 1, cartListFilter)
    .default(cartListFilter)
    .refine((value): value is CartFilter => value in cartFilters, { error: '没有这个筛选条件' }),
});
