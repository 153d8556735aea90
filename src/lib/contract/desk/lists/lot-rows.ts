/** 表格入库明细: rows of tables of lots with their results. The rows of one table, or ticked ones, are cancelled here. */
import { importResultTexts } from '#lib/rules/orders/lot-import.ts';
import { choice, day, flag, moment, number, part, text, whole, word } from '../fields.ts';
import { defineList } from '../list.ts';

export const lotRows = defineList({
  page: '/desk/lot-rows',
  filters: {
    import: whole('入库编号', undefined, 10),
    state: choice('结果', importResultTexts, { column: 'state', all: '全部' }),
    goods: part('商品', 'name'),
    lot_no: part('批号', 'lot_no', 100, { isScanned: true }),
  },
  columns: {
    lot_no: text('批号', { isTitle: true }),
    sheet_row: number('行', { isSortable: true }),
    name: text('商品'),
    spec: text('规格'),
    produced_on: day('生产日期'),
    expires_on: day('有效期至'),
    pieces: number('数量'),
    unit: text('单位'),
    doc: text('入库单号'),
    state: word('结果', importResultTexts),
    note: text('说明'),
    file: text('文件', { isOptional: true }),
    import_id: number('入库编号', { isOptional: true }),
    done_at: moment('时间', { isSortable: true }),
    is_in: flag('已入库', { isHidden: true }),
    is_used: flag('入库后有变动', { isHidden: true }),
  },
  sort: '-id',
  sorts: { box: 'state', by: { failed: 'sheet_row', wrong: 'sheet_row' } },
  acts: {
    cancel: {
      text: '撤销入库',
      done: '已撤销入库',
      when: 'is_in',
      off: { by: 'is_used', text: '入库后已发货、盘点、报损或更正' },
      about: '库存按这次入库的数量减去。还有订单要发这些货的行不撤销。',
      shows: ['name', 'spec', 'lot_no', 'pieces', 'unit'],
      reason: true,
      isBulk: true,
    },
  },
  none: '没有符合条件的行',
});
