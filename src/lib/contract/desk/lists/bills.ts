/** 机构对账: differences between payment providers' bills and our books, each settled by a person. */
import { billKindTexts, billProblems } from '#lib/rules/orders/bill.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { choice, day, flag, line, moment, money, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const problems = Object.fromEntries(keysOf(billProblems).map((key) => [key, billProblems[key].text]));
const providers = {
  wechat: '微信支付',
  wechat_account: '微信支付资金账户',
  alipay: '支付宝',
  alipay_account: '支付宝资金账户',
};

export const bills = defineList({
  page: '/desk/bills',
  filters: {
    keyword: part('单号或流水号'),
    state: choice('状态', { open: '待处理', settled: '已处理' }, { initially: 'open' }),
    problem: choice('差异', problems, { column: 'problem' }),
  },
  columns: {
    no: text('本站单号', { isTitle: true, isCopied: true }),
    provider: word('机构', providers, { isSortable: true }),
    kind: word('种类', billKindTexts),
    day: day('账单日', { isSortable: true }),
    problem: word('差异', problems),
    ours: money('本站或交易账单'),
    theirs: money('机构或资金账单'),
    provider_no: text('机构流水号', { isCopied: true }),
    todo: text('怎么处理'),
    found_at: moment('发现时间', { isSortable: true }),
    settled_at: moment('处理时间', { isSortable: true, isNullable: true, isOptional: true }),
    settled_by: text('处理人'),
    note: text('处理结果'),
    is_open: flag('待处理', { isHidden: true }),
  },
  sort: 'found_at',
  acts: {
    settle: {
      text: '登记处理',
      done: '已登记处理结果',
      when: 'is_open',
      about: '这里只登记结果，不会收款或退款。',
      fields: { note: line('处理结果', 200, 2) },
      isBulk: true,
      sure: true,
    },
  },
  none: '没有对账差异',
});
