/** 退款: refunds on their way back, queried, and paid by another way by two people where their provider refuses. */
import { wayChoices } from '#lib/rules/orders/payment-state.ts';
import { allRefundStates, refundStates } from '#lib/rules/orders/refund-state.ts';
import { rerouteStates, rerouteWays } from '#lib/rules/orders/reroute.ts';
import { choice, flag, line, lines, moment, money, number, part, select, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const states = Object.fromEntries(allRefundStates.map((state) => [state, refundStates[state].text]));
const ways = { balance: rerouteWays.balance.text, bank: rerouteWays.bank.text };
const decided = Object.fromEntries(
  Object.entries(rerouteStates).map(([state, { text: said }]) => [state, said]),
);
const seen = ['company', 'amount', 'order_no', 'reroute_way', 'reroute_reason', 'asked_by', 'answer'];

export const refunds = defineList({
  page: '/desk/refunds',
  key: 'text',
  filters: {
    keyword: part('单号或企业'),
    // twice: paid by the provider as well as by another way, and not settled.
    state: choice('状态', { open: '未退回', ...states, twice: '重复退款' }, { initially: 'open' }),
    way: choice('支付方式', wayChoices),
  },
  columns: {
    no: text('退款单号', { isTitle: true }),
    order_no: text('订单', { link: { page: '/desk/orders/[no]', by: { no: 'order_no' } } }),
    company: text('企业', { link: { page: '/desk/companies/[id]', by: { id: 'company_id' } } }),
    place: text('去向'),
    amount: money('金额', { isSortable: true, isSummed: true }),
    state: word('状态', { ...states, twice: '两种方式都退了' }),
    tries: number('失败次数'),
    answer: text('渠道最后的答复'),
    created_at: moment('发起时间', { isSortable: true }),
    done_at: moment('退回时间', { isOptional: true }),
    reason: text('原因', { isOptional: true }),
    pay_no: text('支付单号', { isOptional: true }),
    trade_no: text('交易号', { isOptional: true }),
    error: text('渠道原话', { isOptional: true }),
    reroute_way: word('改付', ways, { isOptional: true }),
    reroute_state: word('改付状态', decided, { isOptional: true }),
    reroute_reason: text('改付原因', { isOptional: true }),
    asked_by: text('提出人', { isOptional: true }),
    asked_at: moment('提出时间', { isOptional: true }),
    decided_by: text('复核人', { isOptional: true }),
    decided_at: moment('复核时间', { isOptional: true }),
    word: text('驳回原因', { isOptional: true }),
    serial: text('银行流水号', { isOptional: true }),
    house_paid_at: moment('渠道又退了一次', { isOptional: true }),
    settled_by: text('重复退款处理人', { isOptional: true }),
    settled_word: text('重复退款的处理', { isOptional: true }),
    company_id: number('企业编号', { isHidden: true }),
    reroute_id: number('改付编号', { isHidden: true }),
    may_ask: flag('可查询', { isHidden: true }),
    may_divert: flag('可改付', { isHidden: true }),
    may_send: flag('可由银行转账', { isHidden: true }),
    may_turn: flag('可退到余额', { isHidden: true }),
    may_refuse: flag('可驳回', { isHidden: true }),
    may_settle: flag('可登记处理', { isHidden: true }),
  },
  sort: 'created_at',
  sorts: { box: 'state', by: { done: '-created_at', diverted: '-created_at', all: '-created_at' } },
  acts: {
    ask: { text: '查询渠道', done: '已查询，状态是渠道现在的答复', when: 'may_ask' },
    divert: {
      text: '改付',
      done: '已提出',
      when: 'may_divert',
      about: '先向支付渠道确认没有退过，再停止原路重试。',
      second: { queue: '/desk/refunds' },
      shows: ['company', 'amount', 'order_no', 'answer'],
      fields: { way: select('退回方式', ways) },
      reason: '企业会看到',
      sure: true,
    },
    sent: {
      text: '登记已转账',
      done: '已登记，买家会收到通知',
      when: 'may_send',
      about: '系统已停止原路退款。转账后填写回单上的流水号，系统会再向渠道确认一次没有退过。',
      shows: seen,
      sends: ['reroute_id'],
      fields: { serial: line('银行流水号', 40) },
      sure: true,
    },
    balance: {
      text: '退到余额',
      done: '已退到企业余额，买家会收到通知',
      when: 'may_turn',
      about: '系统会再向渠道确认一次没有退过，然后立即记入企业余额，不能撤销。',
      shows: seen,
      sends: ['reroute_id'],
      fields: {},
      sure: true,
    },
    refuse: {
      text: '驳回',
      done: '已驳回，继续原路退款',
      when: 'may_refuse',
      about: '驳回后继续原路退款。',
      shows: seen,
      sends: ['reroute_id'],
      reason: true,
    },
    settle: {
      text: '登记处理',
      done: '已登记处理结果',
      when: 'may_settle',
      about: '这笔款改付之后渠道又退了一次。写明怎样追回，例如企业已退还，或已提出余额调整。',
      shows: ['company', 'amount', 'house_paid_at'],
      fields: { word: lines('处理说明', 200, 2) },
      sure: true,
    },
  },
  none: '没有符合条件的退款',
});
