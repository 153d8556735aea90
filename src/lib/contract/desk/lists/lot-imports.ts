/** 表格入库: tables of lots that came in; each leads to its rows, where it is taken back. */
import { fromDay, moment, number, part, text, toDay } from '../fields.ts';
import { defineList } from '../list.ts';

export const lotImports = defineList({
  page: '/desk/lot-imports',
  filters: {
    file: part('文件', 'file', 200),
    made_by: part('入库人', 'made_by', 60),
    from: fromDay('入库开始', 'created_at'),
    to: toDay('入库结束', 'created_at'),
  },
  columns: {
    file: text('文件', { isTitle: true }),
    created_at: moment('时间', { isSortable: true }),
    made_by: text('入库人'),
    rows: number('提交行数'),
    came: number('已入库'),
    cancelled: number('已撤销'),
    done: number('之前已入库'),
    failed: number('未入库'),
    wrong: number('有误'),
    left_out: number('未提交'),
  },
  sort: '-created_at',
  none: '没有按表格入库的记录',
});
