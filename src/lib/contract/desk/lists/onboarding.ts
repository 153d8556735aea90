/** 首营资料: items with the state of their documents; each opens its sheet. */
import { onboardingViews } from '#lib/rules/companies/onboarding-state.ts';
import { choice, number, part, text } from '../fields.ts';
import { defineList } from '../list.ts';

const { all, ...views } = onboardingViews;

export const onboardingList = defineList({
  page: '/desk/onboarding',
  filters: {
    view: choice('范围', views, { all }),
    goods: part('商品名称或编号'),
    maker: part('生产企业', 'maker'),
    merchant: part('商家', 'merchant', 100, { side: 'platform' }),
  },
  columns: {
    name: text('商品', {
      isTitle: true,
      isSortable: true,
      link: { page: '/desk/onboarding/[goods]', by: { goods: 'goods_id' } },
    }),
    spec: text('规格'),
    goods_id: number('商品编号'),
    maker: text('生产企业', { isSortable: true }),
    merchant: text('商家', { isSortable: true, side: 'platform' }),
    held: number('已有必备资料'),
    needed: number('应有必备资料'),
    state_text: text('状态'),
    asked: number('买家索取'),
    expired: number('已过期', { isOptional: true }),
    month: number('30天内到期', { isOptional: true }),
    quarter: number('90天内到期', { isOptional: true }),
  },
  sort: 'name',
  none: '没有符合条件的商品',
});
