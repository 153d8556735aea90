/** 控销申请: applications of companies for controlled items, granted or refused with a reason. */
import { grantStatuses, grantText } from '#lib/rules/companies/grant-state.ts';
import { choice, flag, lines, moment, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const statuses = Object.fromEntries(grantStatuses.map((status) => [status, grantText(status)]));

export const grants = defineList({
  page: '/desk/grants',
  filters: {
    company: part('企业名称', 'company'),
    name: part('商品', 'name', 60),
    status: choice('状态', statuses, { column: 'status' }),
  },
  columns: {
    company: text('企业', {
      isTitle: true,
      link: { page: '/desk/companies/[id]', by: { id: 'company_id' } },
    }),
    name: text('商品', { link: { page: '/list/info/[id]', by: { id: 'goods_id' } } }),
    spec: text('规格'),
    merchant: text('商家'),
    note: text('说明'),
    created_at: moment('申请时间', { isSortable: true }),
    status: word('状态', statuses),
    reason: text('驳回原因'),
    company_id: number('企业编号', { isHidden: true }),
    goods_id: number('商品编号', { isHidden: true }),
    may_decide: flag('待审核', { isHidden: true }),
  },
  sort: 'created_at',
  acts: {
    approve: {
      text: '通过',
      done: '已通过，企业会收到消息',
      when: 'may_decide',
      sends: ['created_at'],
      asks: '通过后企业可以采购这个控销商品，不能撤回。',
    },
    refuse: {
      text: '驳回',
      done: '已驳回，企业会收到原因',
      when: 'may_decide',
      sends: ['created_at'],
      shows: ['name', 'spec', 'note'],
      fields: { reason: lines('驳回原因（企业会看到）', 200, 2) },
    },
  },
  none: '没有符合条件的申请',
});
