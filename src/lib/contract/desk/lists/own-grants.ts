/** 控销确认: applications of companies for a merchant's own controlled items; the platform decides after its yes. */
import { choice, day, flag, moment, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';
import { grantWords } from './grants.ts';

export const ownGrants = defineList({
  page: '/desk/controlled',
  filters: {
    company: part('企业名称', 'company'),
    name: part('商品', 'name', 60),
    status: choice('状态', grantWords, { column: 'status' }),
  },
  columns: {
    company: text('企业', { isTitle: true }),
    region: text('地区'),
    name: text('商品', { link: { page: '/list/info/[id]', by: { id: 'goods_id' } } }),
    spec: text('规格'),
    note: text('说明'),
    created_at: moment('申请时间', { isSortable: true }),
    status: word('状态', grantWords),
    valid_to: day('有效期至', { isSortable: true, isNullable: true }),
    reason: text('驳回或撤回原因'),
    goods_id: number('商品编号', { isHidden: true }),
    may_answer: flag('待答复', { isHidden: true }),
  },
  sort: 'created_at',
  acts: {
    agree: {
      text: '同意',
      done: '已同意，等待平台审核',
      when: 'may_answer',
      sends: ['created_at'],
      asks: '同意后由平台审核，通过后这家企业可以采购这个控销商品。',
    },
    refuse: {
      text: '不同意',
      done: '已答复，企业会收到原因',
      when: 'may_answer',
      sends: ['created_at'],
      shows: ['name', 'spec', 'note'],
      reason: '企业会看到',
    },
  },
  none: '没有企业申请采购本店的控销商品',
});
