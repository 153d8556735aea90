/** 报价确认: agreed prices that the platform proposes for a merchant's items; nothing is in force before it accepts. */
import { allProposalStates, proposalStates } from '#lib/rules/companies/price-proposal.ts';
import { choice, flag, moment, money, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const states = Object.fromEntries(allProposalStates.map((state) => [state, proposalStates[state].text]));

export const proposals = defineList({
  page: '/desk/proposals',
  filters: {
    company: part('企业', 'company'),
    name: part('商品', 'name'),
    state: choice('状态', states, { column: 'state', initially: 'waiting' }),
  },
  columns: {
    company: text('企业', { isTitle: true }),
    goods_id: number('商品编号'),
    name: text('商品'),
    spec: text('规格'),
    member_price: money('会员价'),
    agreed: money('现协议价'),
    price: money('提议价', { isSortable: true }),
    proposed_by: text('提议人'),
    proposed_at: moment('提议时间', { isSortable: true }),
    state: word('状态', states),
    decided_by: text('处理人'),
    word: text('拒绝原因'),
    is_open: flag('待确认', { isHidden: true }),
  },
  sort: 'proposed_at',
  sorts: {
    box: 'state',
    by: {
      accepted: '-proposed_at',
      refused: '-proposed_at',
      withdrawn: '-proposed_at',
      replaced: '-proposed_at',
      all: '-proposed_at',
    },
  },
  acts: {
    accept: {
      text: '接受',
      done: '已接受，协议价已生效',
      when: 'is_open',
      asks: '接受后协议价立即对该企业生效。',
      isBulk: true,
      sure: true,
    },
    refuse: {
      text: '拒绝',
      done: '已拒绝，平台会看到原因',
      when: 'is_open',
      shows: ['name', 'spec', 'member_price', 'agreed', 'price'],
      reason: '平台会看到',
      isBulk: true,
    },
  },
  none: '没有符合条件的报价',
});
