/** 箱码: which codes are in which case, as the merchant brought them in by files. */
import { choice, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const states = { kept: '未发出', sent: '已发出' };

export const packs = defineList({
  page: '/desk/packs',
  key: 'text',
  filters: {
    code: part('追溯码或箱码'),
    lot_no: part('批号', 'lot_no'),
    goods: part('商品', 'name'),
    state: choice('状态', states, { column: 'state' }),
  },
  columns: {
    code: text('追溯码', { isTitle: true, isSortable: true, isCopied: true }),
    parent: text('所在箱码', { isSortable: true, isCopied: true }),
    boxes: number('内装'),
    state: word('状态', states),
    name: text('商品'),
    lot_no: text('批号'),
    order_no: text('订单', { link: { page: '/desk/orders/[no]', by: { no: 'order_no' } } }),
  },
  sort: 'code',
  acts: {
    drop: {
      text: '作废',
      done: '已作废',
      asks: '作废后扫箱码不再带出这个码；箱码导错的，作废后重新导入。已发出的不能作废。',
      isBulk: true,
      undo: 'restore',
    },
    restore: { text: '恢复', done: '已恢复箱码', isBulk: true, isUndoOnly: true },
  },
  none: '没有符合条件的箱码',
});
