/** 电子合同: contracts with companies, a merchant's own at its desk: who has signed, who has still to, and their end. */
import { contractKindKeys, contractKinds } from '#lib/rules/contracts/kinds.ts';
import { contractStateKeys, contractStates } from '#lib/rules/contracts/state.ts';
import { choice, day, flag, moment, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const kinds = Object.fromEntries(contractKindKeys.map((kind) => [kind, contractKinds[kind].text]));
const states = {
  ...Object.fromEntries(contractStateKeys.map((state) => [state, contractStates[state].text])),
  // To a seller the other side is the buyer; another column names who is waited for.
  half: '一方已签署',
};
const standings = {
  in_force: '有效',
  expiring: '60天内到期',
  lapsed: '已过期',
  sent: '待采购方签署',
  to_seal: '待供货方盖章',
  at_provider: '在签署平台签署',
  void: '已作废',
};
const waiting = { buyer: '采购方', seller: '供货方', provider: '双方在签署平台', none: '' };

export const contractList = defineList({
  page: '/desk/contracts',
  filters: {
    company: part('企业', 'company'),
    kind: choice('种类', kinds, { column: 'kind' }),
    standing: choice('情况', standings),
  },
  columns: {
    no: text('合同编号', { isTitle: true, link: { page: '/desk/contracts/[id]', by: { id: 'id' } } }),
    company: text('企业'),
    merchant: text('商家', { side: 'platform' }),
    kind: word('种类', kinds),
    version: number('文本版本'),
    state: word('状态', states),
    waits_for: word('等待', waiting),
    valid_from: day('生效日期'),
    valid_to: day('有效期至', { isSortable: true, isNullable: true }),
    signed_at: moment('签署完成'),
    created_at: moment('发起时间', { isSortable: true }),
    sent_by: text('发起人'),
    void_reason: text('作废原因'),
    id: number('编号', { isHidden: true }),
    is_half: flag('待盖章', { isHidden: true }),
    is_live: flag('未作废', { isHidden: true }),
  },
  sort: '-created_at',
  acts: {
    seal: {
      text: '盖章',
      done: '已盖章',
      when: 'is_half',
      side: 'merchant',
      asks: '确认以本店名义签署这份合同？盖章后合同生效。',
      isBulk: true,
    },
    void: {
      text: '作废',
      done: '已作废',
      when: 'is_live',
      reason: '采购企业会看到',
      about: '作废后，要求这份合同的采购将不能继续，买家会看到原因。作废不能撤销。',
    },
  },
  none: '没有符合条件的合同',
});
