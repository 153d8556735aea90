/** 暂停销售: items and products whose sale the platform has stopped. */
import { choice, flag, moment, number, part, text } from '../fields.ts';
import { defineList } from '../list.ts';

export const stops = defineList({
  page: '/desk/stops',
  filters: {
    what: part('商品或批准文号'),
    view: choice('范围', { open: '暂停中', lifted: '已解除' }, { initially: 'open' }),
  },
  columns: {
    name: text('商品', { isTitle: true, isLong: true }),
    approval_no: text('批准文号', { isCopied: true }),
    goods_id: number('商品编号', { link: { page: '/list/info/[id]', by: { id: 'goods_id' } } }),
    goods: number('商品数'),
    reason: text('原因'),
    stopped_by: text('暂停人'),
    stopped_at: moment('暂停时间', { isSortable: true }),
    lifted_by: text('解除人', { isOptional: true }),
    lifted_at: moment('解除时间', { isSortable: true, isNullable: true }),
    lift_reason: text('解除原因'),
    is_open: flag('暂停中', { isHidden: true }),
  },
  sort: '-id',
  acts: {
    lift: {
      text: '解除暂停',
      done: '已解除暂停',
      when: 'is_open',
      about: '解除后没有其他暂停的商品恢复销售。',
      shows: ['approval_no', 'goods', 'reason'],
      reason: '买家看不到',
      isBulk: true,
      undo: 'renew',
    },
    renew: {
      text: '恢复暂停',
      done: '已恢复暂停',
      reason: '买家看不到',
      isBulk: true,
      isUndoOnly: true,
    },
  },
  none: '没有暂停销售的商品',
});
