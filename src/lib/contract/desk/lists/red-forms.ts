/** 红字确认单: forms by which blue invoices are taken back, in each of the bureau's states. */
import { redReasons, redStates, redVerbs } from '#lib/rules/invoices/red-state.ts';
import { mapValues } from '#lib/rules/terms/keys.ts';
import { choice, flag, line, moment, money, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const states = mapValues(redStates, ({ text: said }) => said);
const hints = mapValues(redStates, ({ sellerHint }) => sellerHint);

export const redFormsList = defineList({
  page: '/desk/red-forms',
  filters: {
    // todo: void without another form, waiting for our answer, or 48 hours without a red invoice.
    state: choice('状态', { todo: '待处理', open: '进行中', ...states }, { initially: 'todo' }),
    q: part('单号、发票号码、订单号'),
    company: part('企业', 'company'),
    merchant: part('商家', undefined, 100, { side: 'platform' }),
    reason: choice('原因', redReasons, { column: 'reason' }),
  },
  columns: {
    serial: text('申请流水号', {
      isTitle: true,
      link: { page: '/desk/invoices/[id]', by: { id: 'blue_id' } },
    }),
    state: word('状态', states),
    hint: word('下一步', hints),
    fault: text('原因说明'),
    reason: word('冲红原因', redReasons),
    raised_by: word('发起方', { seller: '销方', buyer: '购方' }),
    company: text('企业'),
    merchant: text('商家', { side: 'platform' }),
    blue_number: text('蓝票号码', { isCopied: true }),
    gross: money('冲红金额', { isSummed: true }),
    asked_at: moment('发起时间', { isSortable: true }),
    deadline_at: moment('答复截止', { isSortable: true, isNullable: true }),
    form_no: text('确认单编号', { isOptional: true }),
    red_number: text('红票号码', { isCopied: true }),
    refund_no: text('退款单号', { isOptional: true }),
    blue_id: number('蓝票编号', { isHidden: true }),
    may_query: flag('可查询', { isHidden: true }),
    may_confirm: flag('可确认', { isHidden: true }),
    may_refuse: flag('可否认', { isHidden: true }),
    may_revoke: flag('可撤销', { isHidden: true }),
    may_again: flag('可重新发起', { isHidden: true }),
    may_enter: flag('可登记红票', { isHidden: true }),
  },
  sort: '-asked_at',
  sorts: { box: 'state', by: { todo: 'asked_at', open: 'asked_at' } },
  acts: {
    query: { text: redVerbs.query, done: '已查询，状态是税务局现在的答复', when: 'may_query', isBulk: true },
    confirm: {
      text: redVerbs.confirm,
      done: '已确认，税务局会自动开具红字发票',
      when: 'may_confirm',
      about: '买家发起的红字确认单。确认后税务局自动开具红字发票，不能撤回。',
      shows: ['company', 'blue_number', 'gross', 'reason'],
      fields: {},
    },
    refuse: {
      text: redVerbs.refuse,
      done: '已否认',
      when: 'may_refuse',
      about: '买家发起的红字确认单。否认后确认单作废。',
      shows: ['company', 'blue_number', 'gross', 'reason'],
      reason: true,
    },
    revoke: {
      text: redVerbs.revoke,
      done: '已撤销',
      when: 'may_revoke',
      about: '撤销后确认单作废，有退款的仍要重新发起。',
      shows: ['company', 'blue_number', 'gross', 'reason'],
      reason: true,
    },
    again: {
      text: redVerbs.again,
      done: '已用新的流水号重新发起',
      when: 'may_again',
      asks: '用新的流水号重新发起红字确认单，金额按现在的退款情况计算。',
      isBulk: true,
    },
    enter: {
      text: redVerbs.enter,
      done: '已登记红字发票',
      when: 'may_enter',
      about: '在电子税务局开出红字发票后登记号码。',
      shows: ['company', 'blue_number', 'gross'],
      fields: {
        number: line('红字发票号码（20位数字）', 20, 20),
        issued_on: line('开具日期，如2026-11-21', 10, 10),
      },
    },
  },
  none: '没有符合条件的红字确认单',
});
