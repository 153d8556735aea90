/** 待复核: acts that one person has requested and another decides; the requester may withdraw them (rules 15). */
import { actKind, allActKinds } from '#lib/rules/companies/act-kinds.ts';
import { actStates, allActStates } from '#lib/rules/companies/act-states.ts';
import { choice, flag, moment, money, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const kinds = Object.fromEntries(allActKinds.map((kind) => [kind, actKind(kind).text]));
const states = Object.fromEntries(allActStates.map((state) => [state, actStates[state].text]));

export const countersign = defineList({
  page: '/desk/countersign',
  filters: {
    company: part('企业', 'company'),
    kind: choice('事项', kinds, { column: 'kind' }),
    state: choice('状态', states, { column: 'state', initially: 'waiting' }),
  },
  columns: {
    company: text('企业', {
      isTitle: true,
      link: { page: '/desk/companies/[id]', by: { id: 'company_id' } },
    }),
    kind: word('事项', kinds),
    amount: money('金额', { isSortable: true, isNullable: true }),
    condition: text('条件'),
    changes: text('变更'),
    reason: text('原因'),
    asked_by: text('提出人'),
    asked_at: moment('提出时间', { isSortable: true }),
    state: word('状态', states),
    decided_by: text('复核人'),
    decided_at: moment('复核时间', { isOptional: true }),
    word: text('复核说明'),
    problem: text('不能办理'),
    effect: text('通过后', { isHidden: true }),
    company_id: number('企业编号', { isHidden: true }),
    may_decide: flag('可复核', { isHidden: true }),
    may_reclaim: flag('可收回', { isHidden: true }),
    may_withdraw: flag('可撤回', { isHidden: true }),
  },
  sort: 'asked_at',
  sorts: {
    box: 'state',
    by: { passed: '-asked_at', refused: '-asked_at', withdrawn: '-asked_at', all: '-asked_at' },
  },
  acts: {
    pass: {
      text: '通过',
      done: '已通过',
      when: 'may_decide',
      shows: ['kind', 'amount', 'condition', 'changes', 'reason', 'asked_by', 'effect'],
      fields: {},
      sure: true,
    },
    refuse: {
      text: '驳回',
      done: '已驳回',
      when: 'may_decide',
      shows: ['kind', 'amount', 'condition', 'changes', 'reason', 'asked_by'],
      reason: true,
    },
    withdraw: { text: '撤回', done: '已撤回', when: 'may_withdraw' },
    reclaim: {
      text: '收回',
      done: '已提出收回',
      when: 'may_reclaim',
      about: '只收回还没用掉的部分，已用掉的不追回。',
      shows: ['company', 'kind', 'changes', 'reason'],
      reason: '企业会看到',
      second: 'gift_back',
      sure: true,
    },
  },
  none: '没有符合条件的事项',
});
