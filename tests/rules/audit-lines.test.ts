import { expect, it } from 'vitest';
import { auditLines } from '#lib/rules/site/audit-lines.ts';

it('says in words what changed, money in yuan, states by the noun of the act', () => {
  expect(
    auditLines(
      'transfer.receive',
      { due: 21000, state: 'waiting' },
      { state: 'settled', waits: true, lacks: 0 },
    ),
  ).toEqual([
    { label: '应付', from: '', to: '¥210.00' },
    { label: '状态', from: '待转账', to: '已到账' },
    { label: '待复核', from: '', to: '是' },
    { label: '还差', from: '', to: '¥0.00' },
  ]);
});

it('names goods of agreed prices, parts of a part, and what no longer stands there', () => {
  expect(auditLines('company.prices', { 1019: 690, 7: null }, { 1019: null, 7: 1250 })).toEqual([
    { label: '商品7', from: '', to: '¥12.50' },
    { label: '商品1019', from: '¥6.90', to: '' },
  ]);
  expect(auditLines('order.refund', { D1: { status: 'to_ship' } }, { D1: { status: 'closed' } })).toEqual([
    { label: 'D1 状态', from: '待发货', to: '已关闭' },
  ]);
});

it('leaves out what stayed as it was, and names ways, roles and kinds', () => {
  expect(
    auditLines('merchant.contact', { phone: '1', returnName: '' }, { phone: '1', returnName: '仓库' }),
  ).toEqual([{ label: '退货收件人', from: '', to: '仓库' }]);
  const facts = { role: 'orders', rest: 'back', kinds: ['hurry', 'odd'] };
  expect(auditLines('staff.add', null, facts).map(({ to }) => to)).toEqual([
    '商家订单',
    '转回原账户',
    '买家催发货、通知',
  ]);
});

it('keeps the words of what it does not know, and is empty where nothing was written down', () => {
  expect(auditLines('new.act', null, { odd: ['a', 'b'], state: 'x', hole: null })).toEqual([
    { label: 'odd', from: '', to: 'a、b' },
    { label: '状态', from: '', to: 'x' },
  ]);
  expect(auditLines('staff.logout', null, null)).toEqual([]);
});
