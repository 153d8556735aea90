// @vitest-environment happy-dom
/** A pasted list on its way into the cart: matched, mended row by row, added, and kept where it was corrected. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { faceOf } from '#islands/quick-order/faces.ts';
import { PasteOrder } from '#islands/quick-order/PasteOrder.tsx';
import { $cart } from '#lib/client/stores/cart/cart.ts';
import { $cartAction, $cartTotal } from '#lib/client/stores/cart/cart-total.ts';
import { isReady, type PurchaseItem } from '#lib/client/stores/quick-order/quick-order.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import type { PurchaseRow } from '#lib/contract/quick-order/calls.ts';
import {
  boxOf,
  clearDocument,
  does,
  draw,
  named,
  press,
  typeInto,
  typeKey,
  until,
} from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { goodsWire } from '#tests/support/goods-wire.ts';
import { type Arrived, shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();

function rowOf(text: string, id: number | null, over: Partial<PurchaseRow> = {}): PurchaseRow {
  return {
    text,
    given: null,
    grade: 'sure',
    confidence: 90,
    reason: '品名一致',
    kinds: [],
    about: '',
    ways: [],
    number: 10,
    goods: id === null ? null : goodsWire({ id, packStep: 5 }),
    others: [],
    ...over,
  };
}

/** Lists that the page has kept, and the answer to the next one; the shop takes them in the order of their versions. */
let version = 0;
async function next(): Promise<Arrived> {
  const one = await shop.next();
  if (!one.line.startsWith('POST /api/quick-order/draft ')) return one;
  version += 1;
  one.answer(200, { version, saved_at: '2026-11-23T06:03:00.000Z' });
  return next();
}

/** The next request, which keeps the list, answered. */
async function saved(): Promise<string> {
  const one = await shop.next();
  version += 1;
  one.answer(200, { version, saved_at: '2026-11-23T06:03:00.000Z' });
  return one.line;
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
  (await next()).answer(200, { rows, counts: {}, left_out: [] });
  await until(() => expect(texts(place)).toEqual(rows.map(({ text }) => text)));
  return place;
}

beforeEach(() => {
  $cart.set({ timestamp: Date.now(), data: [] } as unknown as CartState);
  $cartAction.set(false);
});

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
  (await next()).answer(422, { errors: { text: ['内容过长'] } });
  await until(() => expect(place.querySelector('[role=alert]')?.textContent).toBe('内容过长'));
  expect([box.getAttribute('aria-invalid'), toasts(), $dialog.get()]).toEqual(['true', [], null]);
  await typeKey('Enter', { metaKey: true });
  expect(place.querySelector('[role=alert]')).toBeNull();
  (await next()).answer(500);
  await until(() => expect(toasts()).toHaveLength(1));
  expect(place.querySelector('[role=alert]'), 'no word about the text').toBeNull();
});

const offer = (id: number, number: number, each = '8.20') => ({
  goods: goodsWire({ id, packStep: 5 }),
  number,
  in_cart: id === 9 ? 20 : 0,
  ...(number > 0 && { each, freight: '已免运费' }),
  refusal: number > 0 ? '' : '缺货',
});

/** Opens what the row may become, answered with these. */
async function open(place: HTMLElement, text: string, list: ReturnType<typeof offer>[]): Promise<string> {
  await press(named(row(place, text), `更换${text}的商家或商品`));
  const asked = await next();
  asked.answer(200, { list });
  await until(() => expect(place.querySelectorAll('input[type=radio]')).toHaveLength(list.length));
  return asked.line;
}

test('what a row may become is asked for with the column’s number and the rest of the list, and taken by keys', async () => {
  const place = await drawMatched(
    rowOf('布洛芬', 1, { grade: 'check', given: 30, others: [other] }),
    rowOf('乙', 2),
  );
  const asked = await open(place, '布洛芬', [offer(1, 10), offer(9, 40, '7.90'), offer(8, 0)]);
  expect(asked).toContain('text=布洛芬&given=30&number=10&product_ids[]=100&product_ids[]=900');
  expect(asked).toContain('basket[0][goods_id]=2&basket[0][number]=10');
  const radios = [...place.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  await until(() => expect(document.activeElement, 'the row’s own offer').toBe(radios[0]));
  expect(radios.map(({ disabled }) => disabled)).toEqual([false, false, true]);
  expect(radios[1]!.getAttribute('aria-label')).toContain('到手单价7.90元，40');
  await typeKey('Escape');
  expect(place.querySelector('input[type=radio]')).toBeNull();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('更换布洛芬的商家或商品');
  await open(place, '布洛芬', [offer(1, 10), offer(9, 40)]);
  // An arrow walks: the browser checks the next one and tells by a press without a pointer.
  const second = place.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]!;
  await press(second);
  second.focus();
  await typeKey('Enter');
  expect(place.textContent).toContain('可加入2行');
  expect(row(place, '布洛芬').textContent).toContain('药品9');
  expect(row(place, '布洛芬').querySelector('input')!.value).toBe('40');
});

test('other words are matched anew, without the column’s number', async () => {
  const place = await drawMatched(rowOf('布洛芬', 9, { grade: 'check', given: 30 }));
  await press(named(row(place, '布洛芬'), '改写布洛芬'));
  await typeInto(row(place, '布洛芬').querySelector('input')!, '芬必得20盒');
  await press(named(row(place, '布洛芬'), '重新匹配'));
  const rewritten = await next();
  expect(rewritten.line).toMatch(/rows\[0\]\[text\]=芬必得20盒$/);
  rewritten.answer(200, { rows: [rowOf('芬必得20盒', 8, { number: 20 })], counts: {}, left_out: [] });
  await until(() => expect(texts(place)).toEqual(['芬必得20盒']));
});

test('a row that was removed while it was asked about stays away; the others keep what was done to them', async () => {
  const place = await drawMatched(
    rowOf('甲', 1, { grade: 'check', others: [other] }),
    rowOf('乙', 2, { grade: 'check' }),
  );
  await press(named(row(place, '甲'), '改写甲'));
  await typeInto(row(place, '甲').querySelector('input')!, '甲甲');
  await press(named(row(place, '甲'), '重新匹配'));
  const asked = await next();
  await press(named(row(place, '甲'), '移除甲'));
  await press(named(row(place, '乙'), '确认'));
  asked.answer(200, { rows: [rowOf('甲', 9)], counts: {}, left_out: [] });
  // A later answer of the same line of writes: when it is here, the one before was heard.
  await press(named(row(place, '乙'), '改写乙'));
  await typeInto(row(place, '乙').querySelector('input')!, '乙丙');
  await press(named(row(place, '乙'), '重新匹配'));
  (await next()).answer(403, null, '请稍后再试');
  await until(() => expect($dialog.get()?.text).toBe('请稍后再试'));
  expect(texts(place)).toEqual(['乙']);
  expect(row(place, '乙').textContent, 'as it was before the refusal').toContain('您已核对');
});

test('a number goes down to whole packs as in the cart, counts in the sum, and the next pack is a press away', async () => {
  const place = await drawMatched(rowOf('甲', 1));
  const box = row(place, '甲').querySelector('input')!;
  await does(() => box.focus());
  await typeInto(box, '17');
  await does(() => box.blur());
  await until(() => expect(box.value).toBe('15'));
  expect(place.textContent).toContain('约¥150.00');
  const [said] = $toasts.get();
  expect([said?.text, said?.act?.text]).toEqual(['按5盒起订，已调整为15盒', '改为20盒']);
  await does(() => said?.act?.run());
  expect(box.value).toBe('20');
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
  const added = await next();
  expect(added.line.match(/\[goods_id\]=(\d+)/g)).toEqual(['[goods_id]=1', '[goods_id]=2', '[goods_id]=3']);
  added.answer(200, {
    total: 2,
    added: [
      { goods_id: 1, number: 10 },
      { goods_id: 2, number: 10 },
    ],
    refused: [{ goods_id: 3, reason: '已达限购' }],
  });
  const kept = await next();
  expect(kept.line).toMatch(/rows\[0\]\[text\]=乙&rows\[0\]\[product_id\]=200&rows\[0\]\[number\]=40$/);
  // It costs the buyer nothing now.
  kept.answer(500);
  await until(() => expect(texts(place)).toEqual(['丙', '丁']));
  expect(row(place, '丙').textContent).toContain('已达限购');
  expect([toasts(), $cartTotal.get()]).toEqual([['已加入2种，还有2行待处理'], 2]);
  expect(await saved()).toContain('keeps_last=1');
  // What the bar counts is what is green; who wants it after all says so.
  expect(place.textContent).toContain('可加入0行');
  await press(named(row(place, '丙'), '确认'));
  expect(place.textContent).toContain('可加入1行');
});

test('when all are in, the list says so', async () => {
  const place = await drawMatched(rowOf('甲', 1));
  await press(named(place, '加入购物车（1）'));
  (await next()).answer(200, { total: 1, added: [{ goods_id: 1, number: 10 }], refused: [] });
  await until(() => expect(place.textContent).toContain('采购清单已处理完'));
  expect(toasts()).toEqual(['1种商品已全部加入购物车']);
  expect(await saved()).toMatch(/rows=\[\]&keeps_last=1$/);
  expect(named(place, '恢复上次清单')).toBeTruthy();
});

test('a cart that refuses everything leaves the list as it is', async () => {
  const place = await drawMatched(rowOf('甲', 1), rowOf('乙', 2));
  await press(named(place, '加入购物车（2）'));
  (await next()).answer(403, null, '您的角色不能采购');
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

test('one press confirms what is near enough to certain, and says why the others are left', async () => {
  const place = await drawMatched(
    rowOf('甲', 1, { grade: 'check', kinds: ['packing'] }),
    rowOf('乙', 2, { grade: 'check', kinds: ['typo'] }),
    rowOf('丙', 3, { grade: 'check', kinds: ['drug', 'packing'], confidence: 92 }),
    rowOf('丁', null, { grade: 'none', number: 0 }),
  );
  expect(place.textContent).toContain('1行的药品、规格、数量或价格要逐行核对；1行没有找到或暂不可购买');
  await press(named(place, '全部确认（2）'));
  expect(place.textContent).toContain('可加入2行');
  expect(row(place, '丙').textContent).toContain('请核对');
});

test('what nothing fits becomes a request by one press, and says so from then on', async () => {
  const place = await drawMatched(rowOf('某某胶囊 0.2g*12粒 5盒', null, { grade: 'none', number: 0 }));
  await press(named(row(place, '某某胶囊 0.2g*12粒 5盒'), '求购'));
  const asked = await next();
  expect(asked.line).toContain('name=某某胶囊+0.2g*12粒&quantity=5&bzdw=盒');
  asked.answer(200, { id: 7 });
  await until(() => expect(place.textContent).toContain('已发布求购'));
  expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain('求购');
});

const left = {
  version: 4,
  saved_at: '2026-11-23T06:03:00.000Z',
  text: '',
  has_last: 0 as const,
  rows: [
    { ...rowOf('甲', 1, { grade: 'check' as const }), is_settled: 1 as const, is_own: 0 as const },
    { ...rowOf('乙', 2), is_settled: 0 as const, is_own: 0 as const },
  ],
};

test('a list that was left goes on as it was, and each change is kept after the version before', async () => {
  const place = await draw(<PasteOrder draft={left} />);
  expect(texts(place)).toEqual(['甲', '乙']);
  expect(place.textContent).toContain('可加入2行');
  expect(place.textContent).toContain('已保存14:03');
  await press(named(row(place, '乙'), '移除乙'));
  expect(place.textContent).toContain('保存中');
  const first = await shop.next();
  expect(first.line).toMatch(
    /^POST \/api\/quick-order\/draft version=4&text=&rows=\[.*"text":"甲".*\]&keeps_last=0$/,
  );
  first.answer(200, { version: 5, saved_at: '2026-11-23T06:04:00.000Z' });
  await until(() => expect(place.textContent).toContain('已保存14:04'));
  await press(named(place, '清空'));
  const second = await shop.next();
  expect(second.line).toMatch(/version=5&text=&rows=\[\]&keeps_last=1$/);
  second.answer(200, { version: 6, saved_at: '2026-11-23T06:05:00.000Z' });
  await until(() => expect(place.textContent).toContain('已保存14:05'));
  await press(named(place, '恢复上次清单'));
  const back = await shop.next();
  expect(back.line).toBe('POST /api/quick-order/draft/restore version=6');
  back.answer(200, { ...left, version: 7 });
  await until(() => expect(texts(place)).toEqual(['甲', '乙']));
});

test('a list is said to be kept only where nothing was changed since', async () => {
  const place = await draw(<PasteOrder draft={left} />);
  await press(named(row(place, '乙'), '移除乙'));
  const first = await shop.next();
  await press(named(row(place, '甲'), '移除甲'));
  first.answer(200, { version: 5, saved_at: '2026-11-23T06:04:00.000Z' });
  const second = await shop.next();
  expect(second.line).toContain('version=5&');
  expect(place.textContent).not.toContain('已保存');
  second.answer(200, { version: 6, saved_at: '2026-11-23T06:05:00.000Z' });
  await until(() => expect(place.textContent).toContain('已保存14:05'));
});

test('a list that another page has changed is not overwritten unseen', async () => {
  const place = await draw(<PasteOrder draft={left} />);
  const theirs = { ...left, version: 9, rows: [left.rows[1]!] };
  const drop = async () => {
    await press(named(row(place, '甲'), '移除甲'));
    const refused = await shop.next();
    refused.answer(409, theirs, '清单已在另一个页面或设备上改动');
    await until(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('那边1行'));
    return refused;
  };
  await drop();
  await press(named(place, '保留这里的'));
  const insisted = await shop.next();
  expect(insisted.line).toContain('version=9&');
  insisted.answer(200, { version: 10, saved_at: '2026-11-23T06:05:00.000Z' });
  await until(() => expect(place.querySelector('[role=alert]')).toBeNull());
  await press(named(row(place, '乙'), '移除乙'));
  (await shop.next()).answer(409, { ...theirs, version: 12 }, '清单已在另一个页面或设备上改动');
  await until(() => expect(place.querySelector('[role=alert]')).not.toBeNull());
  await press(named(place, '换成那边的'));
  expect(texts(place)).toEqual(['乙']);
});

test('a list that could not be kept is kept when the line is back', async () => {
  const place = await draw(<PasteOrder draft={left} />);
  await press(named(row(place, '甲'), '移除甲'));
  (await shop.next()).answer(503);
  await until(() => expect(place.textContent).toContain('未保存'));
  await press(named(place, '加入购物车（1）'));
  const again = await shop.next();
  expect(again.line).toContain('POST /api/quick-order/draft version=4');
  again.answer(200, { version: 5, saved_at: '2026-11-23T06:05:00.000Z' });
  (await shop.next()).answer(403, null, '您的角色不能采购');
  await until(() => expect($dialog.get()?.text).toBe('您的角色不能采购'));
});

test('a line that nothing fits is searched in its place', async () => {
  const place = await drawMatched(rowOf('某药', null, { grade: 'none', number: 0 }));
  await press(named(place, '为某药查找商品'));
  const box = named<HTMLInputElement>(place, '搜别的商品');
  expect(document.activeElement).toBe(box);
  await typeInto(box, '布洛芬');
  await press(named(row(place, '某药'), '搜索'));
  const asked = await next();
  expect(asked.line).toContain('keywords=布洛芬');
  asked.answer(200, { list: [offer(5, 15)] });
  await until(() => expect(place.querySelectorAll('input[type=radio]')).toHaveLength(1));
  await press(place.querySelector<HTMLInputElement>('input[type=radio]')!);
  await press(named(row(place, '某药'), '用这个'));
  expect(place.textContent).toContain('可加入1行');
  expect(row(place, '某药').textContent).toContain('药品5');
});

test('what is ready becomes a template, the same goods once, before or instead of buying it', async () => {
  const place = await drawMatched(
    rowOf('甲 10盒', 1),
    rowOf('甲 5盒', 1, { number: 5 }),
    rowOf('乙 10盒', 2, { grade: 'check' }),
    rowOf('丙 20盒', 3, { number: 20 }),
  );
  await press(named(place, '存为模板'));
  await until(() => expect(place.querySelector('dialog')?.textContent).toContain('存为模板（2种）'));
  await typeInto(boxOf(place, '模板名称'), '每周一补货');
  await press(named(place.querySelector('dialog')!, '保存'));
  const one = await next();
  expect(one.line).toBe(
    'POST /api/template name=每周一补货&weekday=0&month_day=0&lines[0][goods_id]=1&lines[0][number]=15&lines[1][goods_id]=3&lines[1][number]=20',
  );
  one.answer(200, { id: 1, name: '每周一补货' });
  await until(() => expect(toasts()).toContain('已存为模板“每周一补货”'));
});

test('what the cart holds already is asked about, and what is not added again stays and says so', async () => {
  $cart.set({ timestamp: Date.now(), data: [{ id: 101, goods_id: 1, number: 5 }] } as unknown as CartState);
  const place = await drawMatched(rowOf('甲', 1), rowOf('乙', 2));
  await press(named(place, '加入购物车（2）'));
  await saved();
  await until(() => expect($dialog.get()?.text ?? '').toContain('1种购物车已有'));
  answerDialog(false);
  const added = await next();
  expect(added.line).toMatch(/^POST \/api\/cart lines\[0\]\[goods_id\]=2&/);
  expect(added.line).not.toContain('lines[1]');
  added.answer(200, { total: 2, added: [{ goods_id: 2, number: 10 }], refused: [] });
  await until(() => expect(texts(place)).toEqual(['甲']));
  expect(row(place, '甲').textContent).toContain('购物车已有，没有再加');
  expect(toasts()).toEqual(['已加入1种，还有1行待处理']);
});

test('a line that may mean packs or what is in them has a button for each number', async () => {
  const ways = [
    { number: 5, text: '5盒' },
    { number: 30, text: '30盒' },
  ];
  const place = await drawMatched(
    rowOf('甲 30包', 1, { grade: 'check', kinds: ['inner'], number: 5, ways }),
    rowOf('乙 30包', 2, { grade: 'check', kinds: ['inner', 'typo'], number: 5, ways }),
  );
  await press(named(row(place, '甲 30包'), '30盒'));
  expect(row(place, '甲 30包').querySelector('input')?.value).toBe('30');
  expect(place.textContent).toContain('可加入1行');
  // What else is asked stays.
  await press(named(row(place, '乙 30包'), '5盒'));
  expect(place.textContent).toContain('可加入1行');
  await press(named(row(place, '乙 30包'), '确认'));
  expect(place.textContent).toContain('可加入2行');
});

test('one press answers for all marks and one for all makers, and teaches nothing', async () => {
  const place = await drawMatched(
    rowOf('达克宁', 1, { grade: 'check', kinds: ['trade'], about: '达克宁' }),
    rowOf('立普妥', 2, { grade: 'check', kinds: ['trade'], about: '立普妥' }),
    rowOf('拜耳甲', 3, { grade: 'check', kinds: ['maker'], about: '拜耳' }),
  );
  expect(place.textContent).toContain('2行写商品名，平台无原研：达克宁、立普妥');
  await press(named(place, '全部换同通用名'));
  expect(place.textContent).toContain('可加入2行');
  expect(place.textContent).toContain('1行的厂家平台没有：拜耳');
  await press(named(place, '全部换平台的厂家'));
  expect(place.textContent).toContain('可加入3行');
  expect(place.textContent).not.toContain('平台没有');
});

test('greetings and signatures are left out, and told', async () => {
  const place = await draw(<PasteOrder />);
  await typeInto(boxOf<HTMLTextAreaElement>(place, '每行一种'), '你好，今天的单子\n甲');
  await press(named(place, '匹配商品'));
  (await next()).answer(200, { rows: [rowOf('甲', 1)], counts: {}, left_out: ['你好，今天的单子'] });
  await until(() => expect(toasts()).toEqual(['略过1行问候、签名等文字：你好，今天的单子']));
});

test('the tab for files begins without the rest of a pasted list, which is one press away', async () => {
  const rows = [
    { ...rowOf('甲', 1, { grade: 'check' as const }), is_settled: 0 as const, is_own: 0 as const },
  ];
  const draft = { version: 3, saved_at: null, text: '', rows, has_last: 0 as const };
  const place = await draw(<PasteOrder way="file" draft={draft} />);
  expect(texts(place)).toEqual([]);
  expect(place.textContent).toContain('粘贴的清单里还有1行没有处理');
  await press(named(place, '显示这1行'));
  expect(texts(place)).toEqual(['甲']);
});

test('the same goods in two rows is asked about; their pieces are put together, within what there is', async () => {
  const place = await drawMatched(
    rowOf('甲 10盒', 1),
    rowOf('乙 10盒', 2),
    rowOf('甲片 20盒', 1, { number: 20, grade: 'check', confidence: 70 }),
  );
  expect(place.textContent).toContain('有1种商品写了不止一行：药品1（第1、3行，共30盒）');
  await press(named(place, '合并数量'));
  expect(texts(place)).toEqual(['甲 10盒', '乙 10盒']);
  expect(place.textContent).not.toContain('写了不止一行');
  const merged = row(place, '甲 10盒');
  expect(merged.querySelector('input')?.value).toBe('30');
  // One of the two waited for a look, so all of it does.
  await press(named(merged, '确认'));
  expect(place.textContent).toContain('可加入2行 · 约¥400.00');
  expect(await saved()).toContain('合并了2行：10盒+20盒');
});

test('of the same goods in two rows one is left, or both are kept without another word', async () => {
  const rows = [rowOf('甲', 1), rowOf('乙', 2), rowOf('甲片', 1, { number: 20 })];
  const one = await drawMatched(...rows);
  await press(named(one, '只留第一行'));
  expect(texts(one)).toEqual(['甲', '乙']);
  expect(one.textContent).toContain('可加入2行 · 约¥200.00');
  await saved();
  await clearDocument();
  const both = await drawMatched(...rows);
  await press(named(both, '都保留'));
  expect(both.textContent).not.toContain('写了不止一行');
  expect(both.textContent).toContain('可加入3行 · 约¥400.00');
});

test.each<[Partial<PurchaseItem>, string]>([
  [{}, 'sure'],
  [{ refusal: '购物车已有，没有再加' }, 'none'],
  [{ grade: 'check' }, 'check'],
  [{ grade: 'check', isSettled: true }, 'sure'],
  [{ grade: 'check', isSettled: true, refusal: '库存不足' }, 'none'],
  [{ grade: 'none', goods: null }, 'none'],
])('a row with %o has the face %s, and only a green one counts as ready', (over, face) => {
  const own = { key: 1, isSettled: false, isOwn: false, refusal: null, isBusy: false };
  const item: PurchaseItem = { ...rowOf('布洛芬', 1), ...own, ...over };
  expect([faceOf(item), isReady(item)]).toEqual([face, face === 'sure']);
});
