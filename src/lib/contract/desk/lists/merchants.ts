/** 商家: every merchant with its state, each opened as a file. */
import { choice, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const states = {
  selling: '销售中',
  resting: '休息中',
  lapsed: '证照过期',
  stopped: '已停止',
  closing: '关闭中',
  closed: '已关闭',
};

export const merchants = defineList({
  page: '/desk/merchants',
  filters: { name: part('简称', 'name'), state: choice('状态', states, { column: 'state' }) },
  columns: {
    code: text('编码', { isSortable: true }),
    name: text('简称', {
      isTitle: true,
      isSortable: true,
      link: { page: '/desk/merchants/[id]', by: { id: 'id' } },
    }),
    full_name: text('企业全称'),
    kind: text('经营方式'),
    place: text('所在地'),
    goods: number('上架商品'),
    staff: number('员工'),
    state: word('状态', states, { isSortable: true }),
    id: number('编号'),
  },
  sort: 'code',
  none: '没有符合条件的商家',
});
