// @vitest-environment happy-dom
/** A company at the desk: its lists go on to their end, and what a role may not open is no link. */
import { afterEach, expect, test } from 'vitest';
import { CompanyPage } from '#islands/desk/company/CompanyPage.tsx';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import { clearDocument, draw, named, press, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();
afterEach(clearDocument);

const at = '2026-11-25T08:00:00.000Z';
const message = (id: number) => ({ id, title: `第${id}条`, body: '', is_read: 0 as const, at });
const picture = {
  id: 5,
  kind: 'image' as const,
  name: '执照.jpg',
  bytes: 9,
  width: 9,
  height: 9,
  pages: 1,
  url: '/file/5',
  full_url: '/file/5/full',
  pdf_url: '',
  rotation: 90,
};
const order = { no: 'D1', merchant: '衡川', status_text: '待发货', amount: '9.00', placed_at: at };
const paper = { id: 1, kind_text: '营业执照', number: '1', valid_from: '', valid_to: '', state_text: '有效' };
const file: CompanyFile = {
  ...{
    id: 7,
    name: '江城药房',
    credit_code: '',
    buyer_type_text: '',
    status_text: '审核通过',
    status_reason: '',
  },
  ...{ region: '', created_at: at, first_paid_at: '', may_freeze: 0, is_frozen: 0, head: null, stores: [] },
  ...{ named_stores: [], rank: 0, manager_id: 0, managers: [], scopes: [], seen_mark: '0', balance: '0.00' },
  ...{ points: 0, papers: [{ ...paper, files: [picture] }], people: [], sessions: [], addresses: [] },
  ...{ open_orders: [], orders: [order], ledger: [], coupons: [], audit: [] },
  messages: [message(9), message(8)],
  more: ['messages'],
};

const shown = (may: boolean) =>
  draw(
    <CompanyPage
      initial={file}
      mayDecide={may}
      mayPrice={may}
      mayIssue={false}
      mayCorrect={false}
      mayMoveOwner={false}
      mayWrite={may}
      seesOrders={may}
    />,
  );
const open = (place: HTMLElement, tab: string) =>
  press([...place.querySelectorAll('[role=tab]')].find((one) => one.textContent?.startsWith(tab))!);
const hrefs = (place: HTMLElement) =>
  [...place.querySelectorAll('[role=tabpanel] a')].map((link) => link.getAttribute('href'));
const titles = (place: HTMLElement) =>
  [...place.querySelectorAll('[role=rowheader]')].map((one) => one.textContent);

test('more of a list comes behind its last row, until there is no more', async () => {
  const place = await shown(true);
  await open(place, '消息');
  await press(named(place, '更多消息'));
  const asked = await shop.next();
  expect(asked.line).toBe('GET /api/desk/companies/7/more?after=8&part=messages');
  asked.answer(200, { messages: [message(3)], more: [] });
  await until(() => expect(titles(place)).toEqual(['第9条', '第8条', '第3条']));
  expect(place.textContent).not.toContain('已列出');
});

test('orders and pictures are links for the roles that may open them', async () => {
  for (const [may, order, full] of [
    [true, ['/desk/orders/D1'], ['/file/5/full']],
    [false, [], []],
  ] as const) {
    const place = await shown(may);
    await open(place, '订单');
    expect(hrefs(place)).toEqual(order);
    await open(place, '资质');
    expect(hrefs(place)).toEqual(full);
    expect(place.querySelector('img')?.className.includes('rotate-90')).toBe(may ? true : undefined);
    await clearDocument();
  }
});
