/** 批量修改: sets of changes of merchants' items, each with a page of its own. */
import { changeSourceTexts, changeSubjectTexts } from '#lib/rules/changes/set-source.ts';
import { setStateTexts } from '#lib/rules/changes/set-state.ts';
import { choice, moment, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

export const changeList = defineList({
  page: '/desk/changes',
  filters: {
    state: choice('状态', setStateTexts, { column: 'state', all: '全部' }),
    made_by: part('修改人', 'made_by', 60),
  },
  columns: {
    title: text('修改', { isTitle: true, link: { page: '/desk/changes/[id]', by: { id: 'set_id' } } }),
    set_id: number('编号', { isHidden: true }),
    merchant: text('商家'),
    subject: word('内容', changeSubjectTexts),
    source: word('方式', changeSourceTexts),
    state: word('状态', setStateTexts),
    rows: number('行数'),
    done: number('已修改'),
    made_by: text('修改人'),
    created_at: moment('时间', { isSortable: true }),
    reason: text('原因'),
  },
  sort: '-created_at',
  none: '没有批量修改',
});
