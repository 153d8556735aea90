/** 批次: lots in the warehouses, the first to expire first; returned pieces are settled here, many lots at once. */
import { lotStates, returnedActs } from '#lib/rules/orders/lots.ts';
import { choice, day, flag, lines, number, part, text } from '../fields.ts';
import { defineList } from '../list.ts';

const { all, ...states } = lotStates;

export const lotsList = defineList({
  page: '/desk/lots',
  filters: {
    state: choice('状态', states, { all, initially: 'stock' }),
    goods: part('商品', 'name'),
    lot_no: part('批号', undefined, 100, { isScanned: true }),
    merchant: part('商家', 'merchant', 100, { side: 'platform' }),
  },
  columns: {
    lot_no: text('批号', { isTitle: true }),
    name: text('商品', { isSortable: true }),
    spec: text('规格'),
    maker: text('厂家', { isOptional: true }),
    merchant: text('商家', { isSortable: true, side: 'platform' }),
    produced_on: day('生产日期', { isSortable: true }),
    expires_on: day('有效期至', { isSortable: true }),
    days_left: number('剩余天数', { unit: '天' }),
    on_hand: number('在库'),
    held: number('订单占用'),
    returned: number('退货待处理', { isSortable: true }),
    unit: text('单位'),
    has_report: flag('药检报告'),
    asked: number('买家索取', { unit: '家' }),
    state_text: text('状态'),
    goods_id: number('商品编号', { isOptional: true }),
    recall_reason: text('召回原因', { isOptional: true }),
    is_closed: flag('不再销售', { isHidden: true }),
    may_put_in: flag('可入库', { isHidden: true }),
    may_resell: flag('可放回', { isHidden: true }),
    may_scrap: flag('可报损', { isHidden: true }),
  },
  sort: 'expires_on',
  acts: {
    resell: {
      text: '放回',
      done: '退货已放回可售',
      when: 'may_resell',
      about: `${returnedActs.put_back.note}待处理的全部放回；只放回一部分请打开批次。`,
      shows: ['name', 'spec', 'returned', 'unit'],
      fields: { text: lines('说明（验收结论、处理依据）', 200, 2) },
      isBulk: true,
      side: 'merchant',
    },
    scrap: {
      text: '报损',
      done: '退货已报损',
      when: 'may_scrap',
      about: `${returnedActs.written_off.note}待处理的全部报损；只报损一部分请打开批次。`,
      shows: ['name', 'spec', 'returned', 'unit'],
      fields: { text: lines('说明（验收结论、处理依据）', 200, 2) },
      isBulk: true,
      side: 'merchant',
    },
  },
  none: '没有符合条件的批次',
});
