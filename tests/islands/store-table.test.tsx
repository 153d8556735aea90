// @vitest-environment happy-dom
/** One table for many stores: what is wrong with a number is said beside it, and only while it stands there. */
import { afterEach, expect, test } from 'vitest';
import { StoreTable } from '#islands/stores/StoreTable.tsx';
import type { StoresQuote, StoreWire } from '#lib/contract/stores/calls.ts';
import { clearDocument, draw, named, press, typeInto, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();
afterEach(clearDocument);

const store = (id: number, name: string): StoreWire => ({
  id,
  name,
  code: '',
  status_text: '已认证',
  may_buy: 1,
  inherits: 1,
  address: '武汉',
  is_home: 0,
  is_current: 0,
});
const goods = { id: 7, name: '阿莫西林胶囊', ypgg: '24粒', sccj: '珞珩', bzdw: '盒', step: 1, least: 1 };
const tooMany = '最多买5盒';

function quoteOf(reasons: Record<number, string>): StoresQuote {
  const stores = Object.entries(reasons).map(([id, reason]) => ({
    store_id: Number(id),
    name: `${id}店`,
    address: '武汉',
    pay_amount: '10.00',
    shipping_amount: '0.00',
    orders: 1,
    problems: reason === '' ? [] : [`“阿莫西林胶囊”：${reason}`],
    notices: [],
    lines: [{ goods_id: 7, number: 9, reason }],
  }));
  const isClear = stores.every(({ problems }) => problems.length === 0);
  return { stores, lacking: [], pay_amount: '20.00', can_order: isClear ? 1 : 0 };
}

async function drawTable() {
  const place = await draw(<StoreTable stores={[store(1, '一店'), store(2, '二店')]} goods={[goods]} />);
  const boxes = ['一店', '二店'].map((name) => named<HTMLInputElement>(place, `阿莫西林胶囊，${name}，数量`));
  for (const box of boxes) await typeInto(box, '9');
  const said = () => boxes.map((box) => box.parentElement?.querySelector('p')?.textContent ?? '');
  return { place, boxes, said };
}

test('a sentence goes with the number that was mended, the others stay until they are', async () => {
  const { place, boxes, said } = await drawTable();
  await press(named(place, '核对价格和库存'));
  (await shop.next()).answer(200, quoteOf({ 1: tooMany, 2: tooMany }));
  await until(() => expect(said()).toEqual([tooMany, tooMany]));
  await typeInto(boxes[0]!, '5');
  expect([said(), place.textContent.includes('核对结果')]).toEqual([['', tooMany], false]);
  await press(named(place, '核对价格和库存'));
  const again = await shop.next();
  expect(again.body).toContain('5');
  again.answer(200, quoteOf({ 1: '', 2: '' }));
  await until(() => expect(named(place, '提交2家门店的订单')).toBeTruthy());
  expect(said()).toEqual(['', '']);
});

test('what waits for approval is named, and the rest can be paid', async () => {
  const { place } = await drawTable();
  await press(named(place, '核对价格和库存'));
  (await shop.next()).answer(200, quoteOf({ 1: '', 2: '' }));
  await until(() => expect(named(place, '提交2家门店的订单')).toBeTruthy());
  await press(named(place, '提交2家门店的订单'));
  const trade = (id: number, waits: number) => ({
    store_id: id,
    name: `${id}店`,
    trade_no: `T${id}`,
    pay_amount: '10.00',
    waits,
  });
  (await shop.next()).answer(200, { trades: [trade(1, 1), trade(2, 0)], pay_amount: '20.00' });
  await until(() => expect(place.querySelector('h1')?.textContent).toBe('已提交2家门店的订单，1家等待审核'));
  expect([...place.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    '1店待审核¥10.00',
    '2店待付款¥10.00',
  ]);
  const link = [...place.querySelectorAll('a')].find(({ textContent }) => textContent?.startsWith('支付'));
  expect([link?.textContent, link?.getAttribute('href')]).toEqual([
    '支付1家门店的订单',
    '/cart/hm?trades=T2',
  ]);
});

test('an answer about a table that was mended meanwhile says nothing', async () => {
  const { place, boxes, said } = await drawTable();
  await press(named(place, '核对价格和库存'));
  const sent = await shop.next();
  await typeInto(boxes[0]!, '5');
  sent.answer(200, quoteOf({ 1: tooMany, 2: '' }));
  const button = named<HTMLButtonElement>(place, '核对价格和库存');
  await until(() => expect(button.disabled).toBe(false));
  expect([said(), place.textContent.includes('核对结果')]).toEqual([['', ''], false]);
});
