/** 对公转账: bank transfers with their vouchers; each is decided on a page of its own. */
import { allTransferStates, transferStates } from '#lib/rules/orders/transfer-state.ts';
import { choice, moment, money, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const states = Object.fromEntries(allTransferStates.map((state) => [state, transferStates[state].text]));

export const transfers = defineList({
  page: '/desk/transfers',
  key: 'text',
  filters: {
    keyword: part('转账编号、企业或流水号'),
    state: choice('状态', { desk: '等待处理', ...states }, { initially: 'desk' }),
  },
  columns: {
    no: text('转账编号', {
      isTitle: true,
      isCopied: true,
      link: { page: '/desk/transfers/[no]', by: { no: 'no' } },
    }),
    company: text('企业', { link: { page: '/desk/companies/[id]', by: { id: 'company_id' } } }),
    due: money('应付'),
    received: money('已到账'),
    cancelled: text('取消的订单'),
    receipts: text('到账流水'),
    proof: word('转账凭证', { image: '图片', pdf: 'PDF' }),
    twins: text('相同的凭证'),
    at: moment('提交时间', { isSortable: true }),
    state: text('状态'),
    waits: text('待复核'),
    reason: text('驳回原因'),
    company_id: number('企业编号', { isHidden: true }),
    file_id: number('凭证文件', { isHidden: true }),
  },
  sort: 'at',
  sorts: { box: 'state', by: { settled: '-at', refused: '-at' } },
  none: '没有符合条件的转账',
});
