/** 手工退款: refunds of bank transfers, which a person sends. */
import { choice, flag, fromDay, line, moment, money, number, part, text, toDay, word } from '../fields.ts';
import { defineList } from '../list.ts';

export const payouts = defineList({
  page: '/desk/payouts',
  key: 'text',
  filters: {
    keyword: part('退款单号、转账编号或企业'),
    state: choice('状态', { open: '待退款', done: '已退款' }, { initially: 'open' }),
    from: fromDay('登记开始', 'created_at'),
    to: toDay('登记结束', 'created_at'),
  },
  columns: {
    no: text('退款单号', { isTitle: true, isCopied: true }),
    company: text('企业', { link: { page: '/desk/companies/[id]', by: { id: 'company_id' } } }),
    amount: money('金额', { isSummed: true, isSortable: true }),
    reason: text('原因'),
    order_no: text('订单', { link: { page: '/desk/orders/[no]', by: { no: 'order_no' } } }),
    came_by: text('收款流水号'),
    proof: word('转账凭证', { image: '图片', pdf: 'PDF' }),
    created_at: moment('登记时间', { isSortable: true }),
    done_at: moment('退款时间', { isSortable: true, isNullable: true, isOptional: true }),
    sent_by: text('退款流水号'),
    company_id: number('企业编号', { isHidden: true }),
    file_id: number('凭证文件', { isHidden: true }),
    is_open: flag('待退款', { isHidden: true }),
  },
  sort: 'created_at',
  acts: {
    sent: {
      text: '登记已退',
      done: '已登记，买家会收到通知',
      when: 'is_open',
      about: '已由银行转回原账户后登记。',
      shows: ['company', 'amount', 'reason', 'came_by'],
      fields: { serial: line('银行流水号', 40) },
      sure: true,
    },
    balance: {
      text: '退到余额',
      done: '已退到余额',
      when: 'is_open',
      asks: '提交后记入企业余额，不能撤销。',
      second: 'surplus',
      sure: true,
    },
  },
  none: '没有符合条件的退款',
});
