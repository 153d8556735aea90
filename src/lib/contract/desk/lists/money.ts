/** 资金待办: everything about money that waits for a person of the platform, of five lists, the longest waiting first. */
import { choice, moment, money, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const kinds = {
  transfer: '待核对公转账',
  payout: '待手工退款',
  refund: '受阻的退款',
  twice: '重复退款',
  act: '待复核',
  difference: '对账差异',
};

export const moneyList = defineList({
  page: '/desk/money',
  key: 'text',
  filters: {
    kind: choice('事项', kinds, { column: 'kind', all: '全部事项' }),
    company: part('企业', 'company'),
  },
  columns: {
    no: text('单号', { isTitle: true }),
    kind: word('事项', kinds, { isSortable: true }),
    about: text('说明'),
    company: text('企业', { link: { page: '/desk/companies/[id]', by: { id: 'company_id' } } }),
    amount: money('金额', { isSortable: true, isNullable: true }),
    since: moment('等待开始', { isSortable: true }),
    asked_by: text('提出人'),
    company_id: number('企业编号', { isHidden: true }),
    href: text('处理', { isHidden: true }),
  },
  sort: 'since',
  none: '没有等待处理的资金事项',
});
