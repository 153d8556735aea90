/** What a line of a purchase list says besides goods and quantity: prices, dates, politeness; several goods in one. */
import { expect, test } from 'vitest';
import { makerIn } from '#lib/rules/names/makers.ts';
import { mayBeName, partsByNames, partsByQuantities, wordsOf } from '#lib/rules/purchase/goods-split.ts';
import { changeKind, packsFor } from '#lib/rules/purchase/pack-change.ts';
import { memoryKey, readPurchaseLine } from '#lib/rules/purchase/purchase-line.ts';
import { fenOf, isDearer, takePrice } from '#lib/rules/purchase/purchase-price.ts';
import { isSpoken, isTalk, takeRemarks } from '#lib/rules/purchase/purchase-remarks.ts';

const read = (raw: string) => readPurchaseLine({ raw, quantity: null, unit: '' });
const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

test.each<[string, string, number | null]>([
  ['布洛芬片 20盒 单价3.2', '布洛芬片 20盒', 320],
  ['布洛芬片 20盒 单价:¥3.2元', '布洛芬片 20盒', 320],
  ['红霉素软膏 0.8元 20支', '红霉素软膏 20支', 80],
  ['阿奇霉素片0.25g*6片 20盒 8.2元一盒', '阿奇霉素片0.25g*6片 20盒', 820],
  ['硝苯地平 30mg*7 20盒 14元/盒', '硝苯地平 30mg*7 20盒', 1400],
  ['阿莫西林 10盒 @6', '阿莫西林 10盒', 600],
  ['阿莫西林 10盒 6.5', '阿莫西林 10盒', 650],
  ['阿莫西林胶囊 0.25*24 10 6.5', '阿莫西林胶囊 0.25*24 10', 650],
  ['特价10盒阿莫西林', '特价10盒阿莫西林', null],
  ['阿莫西林 10盒 共65元', '阿莫西林 10盒', null],
  // A spec at the end, a whole number behind a unit, a weight: no prices.
  ['10盒 阿莫西林胶囊 0.25', '10盒 阿莫西林胶囊 0.25', null],
  ['阿莫西林胶囊 24 0.25', '阿莫西林胶囊 24 0.25', null],
  ['开塞露 20支 10', '开塞露 20支 10', null],
  ['防风 1.5kg 10袋', '防风 1.5kg 10袋', null],
])('the price in %s', (line, rest, price) => {
  const made = takePrice(line);
  expect([tidy(made.text), made.price]).toEqual([rest, price]);
});

test('an amount is yuan above nothing; dearer is more than a twentieth above it', () => {
  expect(['¥1,200.50', '0', '', '元', '-3'].map(fenOf)).toEqual([120_050, null, null, null, null]);
  expect([isDearer(105, 100), isDearer(106, 100), isDearer(90, 100)]).toEqual([false, true, false]);
});

test('a whole number behind the quantity may be a price, which the spec decides', () => {
  const [plain, ...others] = read('金银花 4袋 88').quantities;
  expect(plain).toMatchObject({ value: 4, unit: '袋', price: null });
  expect(others).toContainEqual(expect.objectContaining({ value: 4, price: 8800 }));
  expect(read('阿莫西林 10盒 6.5')).toMatchObject({ price: 650 });
  expect(readPurchaseLine({ raw: '阿莫西林', quantity: 10, unit: '', price: 300 }).price).toBe(300);
});

test.each<[string, string, number | null]>([
  ['阿司匹林 30盒 效期要18个月以上', '阿司匹林 30盒', 18],
  ['阿司匹林 30盒 效期一年以上', '阿司匹林 30盒', 12],
  ['格列美脲 20盒 要好效期的', '格列美脲 20盒', null],
  ['格列美脲 20盒 效期2027年12月', '格列美脲 20盒', null],
  ['感冒灵 50盒急', '感冒灵 50盒', null],
  ['再加 蒲地蓝48片20盒', '蒲地蓝48片20盒', null],
  ['补一个 红霉素软膏 20支', '红霉素软膏 20支', null],
  ['开塞露 20支装 5盒', '开塞露 20支/盒 5盒', null],
  ['感冒灵 9袋的 20盒', '感冒灵 9袋/盒 20盒', null],
  ['开塞露20支一盒的 要10盒', '开塞露20支/盒 10盒', null],
  ['复方丹参片 40瓶(上次效期太短了)', '复方丹参片 40瓶', null],
  ['头孢克肟还有吗 来20盒', '头孢克肟 20盒', null],
  ['厄贝沙坦片 10盒 厂家随便', '厄贝沙坦片 10盒', null],
  // Names and refusals stay.
  ['小儿感冒颗粒6个月 10盒', '小儿感冒颗粒 10盒', 6],
  ['补中益气丸 10瓶', '补中益气丸 10瓶', null],
  ['再造丸 10盒', '再造丸 10盒', null],
  ['阿莫西林 10盒(不要上次那家)', '阿莫西林 10盒(不要上次那家)', null],
  ['硝苯地平 20盒或者40盒', '硝苯地平 20盒或者40盒', null],
])('the remarks in %s', (line, rest, months) => {
  const made = takeRemarks(line);
  expect([tidy(made.text), made.months]).toEqual([rest, months]);
});

test.each<[string, boolean, boolean]>([
  ['王店长 11-28 09:12', true, false],
  ['小李 2026/11/28 10:05:33', true, false],
  ['昨天 10:20', true, false],
  ['氯霉素滴眼液 8ml:20mg', false, false],
  ['张姐，今天的单子发你，麻烦早点发货', false, true],
  ['苏州康德大药房 王芳 13800001111', false, true],
  ['老板，布洛芬来五盒', false, false],
  ['麻烦发20盒感冒灵', false, false],
  ['老板您好，在吗', false, true],
  // Goods that the shop does not know stay a row.
  ['老板，有没有安宫牛黄丸', false, false],
  ['阿莫西林', false, false],
])('%s is who spoke: %s, or talk: %s', (line, spoken, talk) => {
  expect([isSpoken(line), isTalk(line)]).toEqual([spoken, talk]);
});

test.each<[string, { at: number; drug: string }[], string[] | null]>([
  [
    '板蓝根 感冒清热 各20盒',
    [
      { at: 0, drug: '甲' },
      { at: 1, drug: '乙' },
    ],
    ['板蓝根 20盒', '感冒清热 20盒'],
  ],
  [
    '氯雷他定、西替利嗪片 各10',
    [
      { at: 0, drug: '甲' },
      { at: 1, drug: '乙' },
    ],
    ['氯雷他定 10', '西替利嗪片 10'],
  ],
  [
    '六味地黄丸200丸×20瓶/逍遥丸20瓶',
    [
      { at: 0, drug: '甲' },
      { at: 1, drug: '乙' },
    ],
    ['六味地黄丸200丸×20瓶', '逍遥丸20瓶'],
  ],
  [
    '感冒灵 20 布洛芬缓释 20',
    [
      { at: 0, drug: '甲' },
      { at: 2, drug: '乙' },
    ],
    ['感冒灵 20', '布洛芬缓释 20'],
  ],
  [
    '吗丁啉 多潘立酮片 20盒',
    [
      { at: 0, drug: '甲' },
      { at: 1, drug: '甲' },
    ],
    null,
  ],
  ['江中 健胃消食片 20盒', [{ at: 1, drug: '甲' }], null],
])('the goods in %s', (line, named, parts) => {
  expect(partsByNames(wordsOf(line)!, named)).toEqual(parts);
});

test('a slash within a spec parts nothing, one name is no list, and halves with quantities are rows', () => {
  expect(wordsOf('医用口罩 50只/盒 20盒')).toBeNull();
  expect(wordsOf('厄贝沙坦氢氯噻嗪片 150mg/12.5mg*7片 10盒')).toBeNull();
  expect([mayBeName('20盒'), mayBeName('0.25g*24粒'), mayBeName('珞珩')]).toEqual([false, false, true]);
  expect(partsByQuantities(wordsOf('逍遥丸 20瓶 某某神丹 10盒')!)).toEqual(['逍遥丸 20瓶', '某某神丹 10盒']);
  expect(partsByQuantities(wordsOf('逍遥丸 德砚 20瓶')!)).toBeNull();
  // A spec ends like a quantity: the maker after it begins no other goods.
  expect(partsByQuantities(wordsOf('14 藿香正气口服液 10ml*5支 本砚堂 20盒')!)).toBeNull();
  expect(partsByQuantities(wordsOf('阿莫西林胶囊 0.25g*24粒*10盒 某某神丹 20盒')!)).toEqual([
    '阿莫西林胶囊 0.25g*24粒*10盒',
    '某某神丹 20盒',
  ]);
  expect(partsByQuantities(wordsOf('逍遥丸 x20瓶 某某神丹 x10盒')!)).toEqual([
    '逍遥丸 x20瓶',
    '某某神丹 x10盒',
  ]);
  expect(partsByQuantities(wordsOf('板蓝根 感冒清热 各20盒')!)).toBeNull();
});

test.each<[string, string]>([
  ['拜耳', '拜耳'],
  ['江中制药', '江中'],
  ['某某堂药业', '某某堂药业'],
  ['夏天好卖', ''],
  ['', ''],
])('the maker in the rest “%s” is “%s”', (rest, maker) => {
  expect(makerIn(rest) ?? '').toBe(maker);
});

test('a choice is kept by the name as written, whatever spec and number stand beside it', () => {
  const key = (raw: string) => memoryKey(read(raw));
  expect(key('1. 心得安片 10mg  2瓶')).toBe(key('心得安片20mg 30瓶急'));
  expect(key('帮我拿10盒吗丁啉')).toBe(key('吗丁啉 20'));
  expect(key('维生素b1片 10瓶')).not.toBe(key('维生素b2片 10瓶'));
  expect(key('84消毒液 10瓶')).toBe('84消毒液');
  expect(key('板蓝根 感冒清热 各20盒')).not.toBe(key('感冒清热 20盒'));
  expect(key('国药准字H99990001 20盒')).toBe('h99990001');
});

test.each<[number, number, number, 'note' | 'packing' | 'quantity']>([
  [15, 20, 10, 'note'],
  [5, 6, 6, 'note'],
  [30, 40, 20, 'note'],
  [137, 140, 10, 'note'],
  [10, 15, 15, 'note'],
  [10, 16, 16, 'packing'],
  [5, 10, 10, 'quantity'],
  [5, 20, 20, 'quantity'],
  [800, 480, 20, 'packing'],
  [1000, 500, 10, 'quantity'],
])('%d pieces as %d in packs of %d: %s', (asked, number, step, kind) => {
  expect(changeKind(asked, number, step)).toBe(kind);
});

test('a list goes up to whole packs, as far as may be bought', () => {
  const bounds = { min: 10, max: 95, step: 10, disabled: false };
  expect([1, 10, 11, 95, 200].map((asked) => packsFor(asked, { ...bounds, max: 90 }))).toEqual([
    10, 10, 20, 90, 90,
  ]);
  expect(packsFor(10, { ...bounds, disabled: true })).toBe(0);
});
