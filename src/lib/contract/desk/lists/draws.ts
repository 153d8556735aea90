/** 抽奖记录: every draw of the wheels, with the company that has the prize. */
import type { PrizeKind } from '#lib/rules/wheel/prizes.ts';
import { choice, fromDay, moment, money, number, part, text, toDay, word } from '../fields.ts';
import { defineList } from '../list.ts';

const kinds = {
  points: '积分',
  coupon: '优惠券',
  voucher: '现金券',
  thing: '实物',
  nothing: '未中奖',
} satisfies Record<PrizeKind, string>;

export const draws = defineList({
  page: '/desk/draws',
  filters: {
    wheel: part('大转盘', 'wheel'),
    company: part('企业', 'company'),
    kind: choice('奖品种类', kinds, { column: 'kind' }),
    from: fromDay('开始日期', 'at'),
    to: toDay('结束日期', 'at'),
  },
  columns: {
    seq: number('序号', { isTitle: true }),
    wheel: text('大转盘', { link: { page: '/desk/wheels/[id]', by: { id: 'wheel_id' } } }),
    company: text('企业', { link: { page: '/desk/companies/[id]', by: { id: 'company_id' } } }),
    kind: word('奖品种类', kinds),
    prize: text('奖品'),
    cost: money('价值', { isSummed: true }),
    ticket: number('奖券'),
    at: moment('时间', { isSortable: true }),
    buyer_seed: text('随机码', { isOptional: true }),
    wheel_id: number('大转盘编号', { isHidden: true }),
    company_id: number('企业编号', { isHidden: true }),
  },
  sort: '-id',
  none: '没有符合条件的抽奖记录',
});
