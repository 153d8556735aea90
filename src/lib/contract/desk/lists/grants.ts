/** 控销申请: applications of companies for controlled items, granted or refused with a reason. */
import { deskGrantText, shownGrants } from '#lib/rules/companies/grant-state.ts';
import { anyDay, choice, day, flag, moment, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

export const grantWords = Object.fromEntries(shownGrants.map((status) => [status, deskGrantText(status)]));

export const grants = defineList({
  page: '/desk/grants',
  filters: {
    company: part('企业名称', 'company'),
    name: part('商品', 'name', 60),
    status: choice('状态', grantWords, { column: 'status' }),
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
    status: word('状态', grantWords),
    valid_to: day('有效期至', { isSortable: true, isNullable: true }),
    reason: text('驳回或撤回原因'),
    company_id: number('企业编号', { isHidden: true }),
    goods_id: number('商品编号', { isHidden: true }),
    may_approve: flag('待审核', { isHidden: true }),
    may_refuse: flag('可驳回', { isHidden: true }),
    may_withdraw: flag('生效中', { isHidden: true }),
  },
  sort: 'created_at',
  acts: {
    approve: {
      text: '通过',
      done: '已通过，企业会收到消息',
      when: 'may_approve',
      sends: ['created_at'],
      about: '通过后企业可以采购这个控销商品。',
      shows: ['name', 'spec', 'merchant', 'note'],
      fields: { valid_to: anyDay('有效期至', '不填为长期有效') },
      undo: 'withdraw',
    },
    refuse: {
      text: '驳回',
      done: '已驳回，企业会收到原因',
      when: 'may_refuse',
      sends: ['created_at'],
      shows: ['name', 'spec', 'note'],
      reason: '企业会看到',
    },
    withdraw: {
      text: '撤回权限',
      done: '已撤回，企业会收到原因',
      when: 'may_withdraw',
      sends: ['created_at'],
      about: '撤回后企业不能再采购这个商品，未付款的订单付款时取消；已付款的照常发货。',
      shows: ['name', 'spec', 'valid_to'],
      reason: '企业会看到',
    },
  },
  none: '没有符合条件的申请',
});
