// @vitest-environment happy-dom
/** A pasted list on its way into the cart: matched, mended row by row, added, and kept where it was corrected. */
import { afterEach, expect, test } from 'vitest';
import { PasteOrder } from '#islands/quick-order/PasteOrder.tsx';
import { $cartTotal } from '#lib/client/stores/cart/cart-total.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import type { PurchaseRow } from '#lib/contract/quick-order/schema.ts';
import { boxOf, clearDocument, draw, named, press, typeInto, typeKey, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { goodsWire } from '#tests/support/goods-wire.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();

function rowOf(text: string, id: number | null, over: Partial<PurchaseRow> = {}): PurchaseRow {
  return {
    text,
    given: null,
    grade: 'sure',
    confidence: 90,
    reason: '品名一致',
    number: 10,
    goods: id === null ? null : goodsWire({ id, packStep: 5 }),
    others: [],
    ...over,
  };
}

const other = { product_id: 900, name: '布洛芬片', ypgg: '24片', sccj: '乙厂', note: '其他厂家' };
const texts = (place: ParentNode) =>
  [...place.querySelectorAll('ol > li')].map((row) => row.getAttribute('aria-label'));
const row = (place: ParentNode, text: string) =>
  place.querySelector<HTMLElement>(`ol > li[aria-label="${text}"]`)!;
const toasts = () => $toasts.get().map(({ text }) => text);

/** The list with these rows, as the server has matched them. */
async function drawMatched(...rows: PurchaseRow[]): Promise<HTMLElement> {
  const place = await draw(<PasteOrder />);
  await typeInto(boxOf<HTMLTextAreaElement>(place, '每行一种'), rows.map(({ text }) => text).join('\n'));
  await press(named(place, '匹配商品'));
  (await shop.next()).answer(200, { rows, counts: {} });
  await until(() => expect(texts(place)).toEqual(rows.map(({ text }) => text)));
  return place;
}

afterEach(async () => {
  await clearDocument();
  while ($dialog.get()) answerDialog(false);
  for (const { id } of $toasts.get()) closeToast(id);
});

test('only what is certain or was looked at is counted as ready', async () => {
  const place = await drawMatched(
    rowOf('甲 10盒', 1),
    rowOf('乙 10盒', 2, { grade: 'check' }),
    rowOf('丙 10盒', null, { grade: 'none', number: 0 }),
    rowOf('丁 10盒', 4, { number: 0 }),
  );
  expect(place.textContent).toContain('可加入1行 · 约¥100.00 · 其余3行留下待处理');
  await press(named(row(place, '乙 10盒'), '确认'));
  expect(place.textContent).toContain('可加入2行 · 约¥200.00');
  expect(row(place, '乙 10盒').textContent).toContain('您已核对');
});

test('what is wrong with the text stands beside it, and goes with the next try; Ctrl and Enter match too', async () => {
  const place = await draw(<PasteOrder />);
  const box = boxOf<HTMLTextAreaElement>(place, '每行一种');
  await typeInto(box, '甲');
  box.focus();
  await typeKey('Enter', { ctrlKey: true });
  (await shop.next()).answer(422, { errors: { text: ['内容过长'] } });
  await until(() => expect(place.querySelector('[role=alert]')?.textContent).toBe('内容过长'));
  expect([box.getAttribute('aria-invalid'), toasts(), $dialog.get()]).toEqual(['true', [], null]);
  await typeKey('Enter', { metaKey: true });
  expect(place.querySelector('[role=alert]')).toBeNull();
  (await shop.next()).answer(500);
  await until(() => expect(toasts()).toHaveLength(1));
  expect(place.querySelector('[role=alert]'), 'no word about the text').toBeNull();
});

test('a chosen product is asked for with the column’s number, other words without', async () => {
  const place = await drawMatched(rowOf('布洛芬', 1, { grade: 'check', given: 30, others: [other] }));
  await typeInto(place.querySelector('select')!, '900');
  const chosen = await shop.next();
  expect(chosen.line).toContain('rows[0][text]=布洛芬&rows[0][product_id]=900&rows[0][number]=30');
  expect(row(place, '布洛芬').getAttribute('aria-busy')).toBe('true');
  chosen.answer(200, { rows: [rowOf('布洛芬', 9, { grade: 'check', given: 30 })], counts: {} });
  await until(() => expect(place.textContent).toContain('可加入1行'));
  await press(named(row(place, '布洛芬'), '改写布洛芬'));
  await typeInto(row(place, '布洛芬').querySelector('input')!, '芬必得20盒');
  await press(named(row(place, '布洛芬'), '重新匹配'));
  const rewritten = await shop.next();
  expect(rewritten.line).toMatch(/rows\[0\]\[text\]=芬必得20盒$/);
  rewritten.answer(200, { rows: [rowOf('芬必得20盒', 8, { number: 20 })], counts: {} });
  await until(() => expect(texts(place)).toEqual(['芬必得20盒']));
});

test('a row that was removed while it was asked about stays away; the others keep what was done to them', async () => {
  const place = await drawMatched(
    rowOf('甲', 1, { grade: 'check', others: [other] }),
    rowOf('乙', 2, { grade: 'check' }),
  );
  await typeInto(row(place, '甲').querySelector('select')!, '900');
  const asked = await shop.next();
  await press(named(row(place, '甲'), '移除甲'));
  await press(named(row(place, '乙'), '确认'));
  asked.answer(200, { rows: [rowOf('甲', 9)], counts: {} });
  // A later answer of the same line of writes: when it is here, the one before was heard.
  await press(named(row(place, '乙'), '改写乙'));
  await typeInto(row(place, '乙').querySelector('input')!, '乙丙');
  await press(named(row(place, '乙'), '重新匹配'));
  (await shop.next()).answer(403, null, '请稍后再试');
  await until(() => expect($dialog.get()?.text).toBe('请稍后再试'));
  expect(texts(place)).toEqual(['乙']);
  expect(row(place, '乙').textContent, 'as it was before the refusal').toContain('您已核对');
});

test('a number is settled in whole packs, and counts in the sum', async () => {
  const place = await drawMatched(rowOf('甲', 1));
  await typeInto(row(place, '甲').querySelector('input')!, '17');
  expect(row(place, '甲').querySelector('input')!.value).toBe('20');
  expect(place.textContent).toContain('约¥200.00');
});

test('added rows leave, refused ones stay and say why, and what was corrected is kept', async () => {
  const place = await drawMatched(
    rowOf('甲', 1),
    rowOf('乙', 2, { grade: 'check', given: 40 }),
    rowOf('丙', 3),
    rowOf('丁', null, { grade: 'none', number: 0 }),
  );
  await press(named(row(place, '乙'), '确认'));
  await press(named(place, '加入购物车（3）'));
  const added = await shop.next();
  expect(added.line.match(/\[goods_id\]=(\d+)/g)).toEqual(['[goods_id]=1', '[goods_id]=2', '[goods_id]=3']);
  added.answer(200, {
    total: 2,
    added: [
      { goods_id: 1, number: 10 },
      { goods_id: 2, number: 10 },
    ],
    refused: [{ goods_id: 3, reason: '已达限购' }],
  });
  const kept = await shop.next();
  expect(kept.line).toMatch(/rows\[0\]\[text\]=乙&rows\[0\]\[product_id\]=200&rows\[0\]\[number\]=40$/);
  // It costs the buyer nothing now.
  kept.answer(500);
  await until(() => expect(texts(place)).toEqual(['丙', '丁']));
  expect(row(place, '丙').textContent).toContain('已达限购');
  expect([toasts(), $cartTotal.get()]).toEqual([['已加入2种，还有2行待处理'], 2]);
  expect(place.textContent).toContain('可加入1行');
});

test('when all are in, the list says so', async () => {
  const place = await drawMatched(rowOf('甲', 1));
  await press(named(place, '加入购物车（1）'));
  (await shop.next()).answer(200, { total: 1, added: [{ goods_id: 1, number: 10 }], refused: [] });
  await until(() => expect(place.textContent).toContain('采购单已处理完'));
  expect(toasts()).toEqual(['1种商品已全部加入购物车']);
});

test('a cart that refuses everything leaves the list as it is', async () => {
  const place = await drawMatched(rowOf('甲', 1), rowOf('乙', 2));
  await press(named(place, '加入购物车（2）'));
  (await shop.next()).answer(403, null, '您的角色不能采购');
  await until(() => expect($dialog.get()?.text).toBe('您的角色不能采购'));
  expect(texts(place)).toEqual(['甲', '乙']);
  expect(named<HTMLButtonElement>(place, '加入购物车（2）').disabled).toBe(false);
});

test('the colours filter the rows, and show all again', async () => {
  const place = await drawMatched(rowOf('甲', 1), rowOf('乙', 2, { grade: 'check' }));
  const filter = [...place.querySelectorAll('button')].find((one) => one.textContent === '请核对 1')!;
  await press(filter);
  expect([texts(place), filter.getAttribute('aria-pressed')]).toEqual([['乙'], 'true']);
  await press(named(row(place, '乙'), '确认'));
  expect(place.textContent).toContain('没有这一类的行');
  await press(filter);
  expect(texts(place)).toEqual(['甲', '乙']);
});
