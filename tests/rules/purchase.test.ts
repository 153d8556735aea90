/** Reading purchase lists: what is a line, what is its quantity, how numbers fit a spec. */
import { expect, test } from 'vitest';
import { fitSpec, readSpec } from '#lib/rules/purchase/fit-spec.ts';
import { drugNamed, isOtherDrug } from '#lib/rules/purchase/other-drug.ts';
import { type PurchaseProduct, readProduct } from '#lib/rules/purchase/product.ts';
import { purchaseSpec } from '#lib/rules/purchase/purchase-columns.ts';
import { explain } from '#lib/rules/purchase/purchase-explain.ts';
import { readPurchaseLine } from '#lib/rules/purchase/purchase-line.ts';
import { readMeasures } from '#lib/rules/purchase/purchase-measures.ts';
import { differenceOf } from '#lib/rules/purchase/purchase-others.ts';
import { readPieces } from '#lib/rules/purchase/purchase-quantity.ts';
import { readPurchaseRows, splitPurchaseText } from '#lib/rules/purchase/purchase-split.ts';
import { readTableOf } from '#tests/support/tables.ts';

const readPurchaseTable = (rows: string[][]) => readPurchaseRows(readTableOf(rows, purchaseSpec));
const read = (raw: string) => readPurchaseLine({ raw, quantity: null, unit: '' });

test.each<[string, number | undefined, string]>([
  ['阿莫西林胶囊 0.25g*24粒 10盒', 10, '盒'],
  ['10盒 阿莫西林胶囊 0.25g*24粒', 10, '盒'],
  ['阿莫西林胶囊 0.25g*24粒 x10', 10, ''],
  ['阿莫西林胶囊０．２５ｇ＊２４粒　１０盒', 10, '盒'],
  ['1、阿莫西林胶囊 0.25g*24粒 两件', 2, '件'],
  ['板蓝根颗粒 要二十盒', 20, '盒'],
  ['阿莫西林胶囊/0.25g*24粒/珞珩/5', 5, ''],
  ['张三：板蓝根颗粒 5袋', 5, '袋'],
  ['阿莫西林胶囊', undefined, ''],
  ['维c银翘片 一百盒', 100, '盒'],
  ['板蓝根颗粒 两百五十袋', 250, '袋'],
  ['板蓝根颗粒 一百零五袋', 105, '袋'],
  ['板蓝根颗粒 一百二袋', 120, '袋'],
  ['板蓝根颗粒 一千二百袋', 1200, '袋'],
  ['板蓝根颗粒 二四袋', 24, '袋'],
  ['999感冒灵 3条', 3, '条'],
])('the likeliest quantity of %s', (raw, value, unit) => {
  const [guess] = read(raw).quantities;
  expect([guess?.value, guess?.unit ?? '']).toEqual([value, unit]);
});

test('a scanned GS1 string is its barcode: its lot and days are no quantity', () => {
  for (const line of [
    '(01)06901234567892(17)271231(10)LX01 10盒',
    ']C101069012345678921727123110LX01 10盒',
    '010690123456789217271231 10盒',
    '06901234567892 10盒',
  ]) {
    const [entry] = splitPurchaseText(line);
    const { codes, quantities } = readPurchaseLine(entry!);
    expect(
      codes.map(({ code }) => code),
      line,
    ).toEqual(['6901234567892']);
    expect(quantities[0], line).toMatchObject({ value: 10, unit: '盒' });
    expect(quantities, line).toHaveLength(2);
  }
});

test('a mark that leads into a name is never the quantity, a number apart or with its unit may be', () => {
  const values = (raw: string) => read(raw).quantities.map((guess) => guess?.value);
  expect(values('999感冒灵 3条')).not.toContain(999);
  expect(values('10 感冒灵颗粒 9袋')).toContain(10);
  expect(values('10盒感冒灵颗粒')).toContain(10);
});

const line = '布洛芬缓释胶囊 0.3g*20粒 湖北逸砚制药有限公司';
test.each<[string, number | null]>([
  [`${line} -10盒`, -10],
  [`${line} －10盒`, -10],
  [`${line} −10盒`, -10],
  [`${line} - 10盒`, -10],
  [`${line} -10`, -10],
  [`${line}，-10盒`, -10],
  [`${line} x-10`, -10],
  [`-10盒 ${line}`, -10],
  [`• -10盒 ${line}`, -10],
  [`${line} 0盒`, 0],
  [`${line} ０盒`, 0],
  [`${line} 0`, 0],
  [`0盒 ${line}`, 0],
  [`${line} 1.5盒`, 1.5],
  [`${line} 0.5 盒`, 0.5],
  // A dash after a letter, a digit or a bracket joins; bullets and specs are no quantities.
  ['阿莫西林胶囊-10盒', null],
  ['阿莫西林胶囊－10盒', null],
  ['阿莫西林胶囊(澄贝)-10盒', null],
  ['【阿莫西林胶囊】-10盒', null],
  ['阿莫西林胶囊 0.25g*24粒-10', null],
  ['- 阿莫西林胶囊 10盒', null],
  ['-阿莫西林胶囊 10盒', null],
  ['防风 1.5kg 10袋', null],
  ['10盒 阿莫西林胶囊 0.25', null],
])('a quantity that is none in %s', (raw, broken) => {
  const made = read(raw);
  expect(made.brokenQuantity).toBe(broken);
  expect(made.quantities[0]?.value).toBe(broken ?? 10);
});

test.each<[string, string[][], number | null]>([
  [
    'negative',
    [
      ['品名', '数量'],
      ['阿莫西林胶囊', '-20'],
    ],
    -20,
  ],
  [
    'negative, full width, with its unit',
    [
      ['品名', '数量'],
      ['阿莫西林胶囊', '－20盒'],
    ],
    -20,
  ],
  [
    'zero',
    [
      ['品名', '数量'],
      ['阿莫西林胶囊', '0'],
    ],
    0,
  ],
  [
    'a fraction',
    [
      ['品名', '数量'],
      ['阿莫西林胶囊', '1.5'],
    ],
    1.5,
  ],
  [
    'with a comma for the thousands',
    [
      ['品名', '数量'],
      ['阿莫西林胶囊', '1,200.00'],
    ],
    1200,
  ],
  ['negative, no head', [['阿莫西林胶囊', '珞珩', '-20']], -20],
  ['zero, no head, unit beside it', [['阿莫西林胶囊', '珞珩', '0', '盒']], 0],
  ['a fraction, no head', [['阿莫西林胶囊', '珞珩', '1.5']], 1.5],
  ['negative behind its unit', [['阿莫西林胶囊', '珞珩', '盒', '-20']], -20],
])('a column of quantities, %s', (_, rows, quantity) => {
  const [entry] = readPurchaseTable(rows);
  expect(entry?.quantity).toBe(quantity);
  const isWrong = quantity !== 1200;
  expect(readPurchaseLine(entry!).brokenQuantity).toBe(isWrong ? quantity : null);
});

test.each([
  ['国药准字H99990001 10盒', ['h99990001']],
  ['86999001000015 x 3', ['86999001000015']],
  ['阿莫西林胶囊 0.25g*24粒 10盒', []],
])('the codes of %s', (raw, codes) => {
  expect(read(raw).codes.map(({ code }) => code)).toEqual(codes);
});

test.each<[string, string, { strange: number; named: number; needed: number; isSoft: boolean }]>([
  ['0.25g*24', '0.25g*24粒', { strange: 0, named: 2, needed: 2, isSoft: false }],
  ['250mg*24s', '0.25g*24片', { strange: 0, named: 2, needed: 2, isSoft: false }],
  ['0.25*24', '0.25g*24粒', { strange: 0, named: 2, needed: 2, isSoft: false }],
  ['24粒', '0.25g*24粒', { strange: 0, named: 1, needed: 2, isSoft: false }],
  ['24粒', '0.25g*24片', { strange: 0, named: 1, needed: 2, isSoft: true }],
  ['0.6*36片', '0.6g*12片*3板', { strange: 0, named: 3, needed: 3, isSoft: false }],
  ['0.5g*24粒', '0.25g*24粒', { strange: 1, named: 1, needed: 2, isSoft: false }],
  ['200丸', '200丸(每8丸相当于原生药3g)', { strange: 0, named: 1, needed: 1, isSoft: false }],
  ['100毫升', '100ml:66.7g*1瓶', { strange: 0, named: 1, needed: 2, isSoft: false }],
])('%s laid to the spec %s', (line, spec, fit) => {
  const made = fitSpec(readMeasures(line), readSpec(spec, ''));
  expect({ ...made, strange: made.strange.length }).toEqual(fit);
});

test.each<[string, string, string[]]>([
  ['lines without greetings', '老板好\n\n阿莫西林 10盒\n谢谢\n', ['阿莫西林 10盒']],
  ['several goods in a line', '阿莫西林胶囊10盒，板蓝根颗粒5袋', ['阿莫西林胶囊10盒', '板蓝根颗粒5袋']],
  [
    'goods that count up in a line',
    '1、阿莫西林胶囊 10盒 2、板蓝根颗粒 20盒',
    ['阿莫西林胶囊 10盒', '板蓝根颗粒 20盒'],
  ],
  ['without blanks between', '1.甲10盒2.乙20袋，3.丙5瓶', ['甲10盒', '乙20袋', '丙5瓶']],
  ['a spec that looks like a count', '1、布洛芬 0.3g*20粒 2.5盒', ['1、布洛芬 0.3g*20粒 2.5盒']],
  [
    'a heading with its day, and lines that count up: no number of a line is a quantity',
    '11.29 进货单\n38 跌打丸 5盒\n39 amxljn 5盒\n40 75%酒精 500ml 10瓶',
    ['跌打丸 5盒', 'amxljn 5盒', '75%酒精 500ml 10瓶'],
  ],
  [
    'numbers with signs, over greetings',
    '1. 甲 10盒\n谢谢\n2、乙 20袋\n3)丙 5瓶',
    ['甲 10盒', '乙 20袋', '丙 5瓶'],
  ],
  ['two lines that may be quantities', '1 阿莫西林\n2 板蓝根', ['1 阿莫西林', '2 板蓝根']],
  ['units before the names', '1 盒甲丸\n2 盒乙丸\n3 盒丙丸', ['1 盒甲丸', '2 盒乙丸', '3 盒丙丸']],
  ['a name that begins like a unit', '1 甲丸\n2 板蓝根\n3 双黄连', ['甲丸', '板蓝根', '双黄连']],
  ['numbers that leave one out', '1 甲丸\n2 乙丸\n4 丙丸', ['1 甲丸', '2 乙丸', '4 丙丸']],
  ['a day is no heading before goods', '11.29 阿莫西林', ['11.29 阿莫西林']],
  ['a number alone is no heading', '10.5', ['10.5']],
  ['one goods with commas', '阿莫西林胶囊，0.25g*24粒，10盒', ['阿莫西林胶囊，0.25g*24粒，10盒']],
])('a pasted text: %s', (_, text, lines) => {
  expect(splitPurchaseText(text.replace('老板好', '老板')).map(({ raw }) => raw)).toEqual(lines);
});

test('a sheet by its heads, and one without a head whose first column only counts', () => {
  const headed = readPurchaseTable([
    ['序号', '品名', '规格', '单价', '数量', '单位'],
    ['1', '阿莫西林胶囊', '0.25g*24粒', '5.2', '10', '盒'],
  ]);
  expect(headed).toEqual([{ raw: '阿莫西林胶囊 0.25g*24粒', quantity: 10, unit: '盒', price: 520 }]);
  const bare = readPurchaseTable([
    ['1', '阿莫西林胶囊', '0.25g*24粒', '10'],
    ['2', '板蓝根颗粒', '10g*20袋', '5'],
  ]);
  expect(bare.map(({ raw, quantity }) => [raw, quantity])).toEqual([
    ['阿莫西林胶囊 0.25g*24粒', 10],
    ['板蓝根颗粒 10g*20袋', 5],
  ]);
});

const product: PurchaseProduct = {
  id: 1,
  name: '开塞露(含甘油)',
  brand: '',
  maker: '浙江景岚制药有限公司',
  spec: '20ml*20支',
  size: '',
  form: '灌肠剂',
  unit: '盒',
  midPack: 10,
  casePack: 100,
  approvalNo: '',
  nationalCode: '',
  barcode: '',
  pinyin: 'kaisailuhanganyou',
  initials: 'kslhgy',
};

test.each<[string, Partial<PurchaseProduct>, number | null, string | null, string | null]>([
  ['开塞露 20ml 100支', {}, 5, null, '100支按每盒20支，共5盒，还是100盒？请选择'],
  ['开塞露 20ml 100小支', {}, 5, '100支按每盒20支，共5盒', null],
  ['开塞露 20ml 20支装 5盒', {}, 5, null, null],
  ['开塞露 20ml 90支', {}, 5, null, '90支按每盒20支，共5盒（已进位），还是90盒？请选择'],
  ['开塞露 20ml*20支 半件', {}, 50, '半件按每件100盒，共50盒', null],
  ['开塞露 20ml*20支 半件', { casePack: 25 }, 13, null, '半件按每件25盒，共13盒（已进位），请核对'],
  ['开塞露 20ml*20支 一件半', {}, 150, '1.5件按每件100盒，共150盒', null],
  ['开塞露 20ml*20支 2箱', {}, 200, '2箱按每件100盒，共200盒', null],
  ['开塞露 20ml*20支 3条', {}, 30, null, '3条按中包装10盒算，共30盒，请核对'],
  ['开塞露 20ml*20支 3桶', {}, 3, '该商品按盒出售，3桶即3盒', null],
  ['开塞露 20ml*20支 3板', {}, 3, null, '数量单位是“板”，该商品按盒出售，请核对'],
  ['开塞露 20ml*20支 半盒', {}, null, null, '数量不正确（0.5），请填写1到999999的整数'],
  ['开塞露 20ml*20支', {}, null, null, '没有写数量，请填写'],
  // Pieces or boxes: rather pieces, and a person looks.
  [
    '医用口罩 100个',
    { name: '医用口罩', spec: '20只/盒' },
    5,
    null,
    '100个按每盒20个，共5盒，还是100盒？请选择',
  ],
  ['医用口罩 一百个', { name: '医用口罩', spec: '1只/盒' }, 100, null, null],
  [
    '维C银翘片 12片*2板 10板',
    { name: '维C银翘片', spec: '12片*2板' },
    5,
    null,
    '10板按每盒2板，共5盒，还是10盒？请选择',
  ],
  [
    '藿香正气口服液 10ml*10 半件',
    { name: '藿香正气口服液', spec: '10ml*10支', casePack: 50 },
    25,
    '半件按每件50盒，共25盒',
    null,
  ],
  ['板蓝根颗粒 10g*20袋 30大包', { name: '板蓝根颗粒', spec: '10g*20袋', unit: '袋' }, 30, null, null],
])('the pieces of %s', (raw, terms, pieces, said, doubt) => {
  const line = read(raw);
  const made = explain(line, readProduct({ ...product, ...terms }), '', true)!;
  const counted = readPieces(line, made);
  expect([counted.pieces, counted.said, counted.doubt?.text ?? null]).toEqual([pieces, said, doubt]);
});

test('what tells another product from the one taken', () => {
  const of = (terms: Partial<PurchaseProduct>) => differenceOf(product, { ...product, id: 2, ...terms });
  expect(of({ maker: '湖南瀚黎制药有限公司' })).toBe('其他厂家');
  expect(of({ spec: '20ml*10支', maker: '湖南瀚黎制药有限公司' })).toBe('其他规格、其他厂家');
  expect(of({ name: '甘油灌肠剂' })).toBe('其他品种');
  expect(of({})).toBe('其他包装');
});

test.each([
  ['VC银翘片 10盒', '维c银翘片'],
  ['维b6片 10瓶', '维生素b6片'],
  ['VC片 10瓶', '维生素c片'],
  ['尿素维E乳膏', '尿素维e乳膏'],
  ['左旋氨氯地平片', '左氨氯地平片'],
])('%s is read with its names in full', (raw, text) => {
  expect(read(raw).text).toContain(text);
});

test.each([
  ['氯雷他定片 10盒', '地氯雷他定片', true],
  ['泼尼松龙片 5mg', '醋酸泼尼松片', true],
  ['左氧氟沙星滴眼液', '氧氟沙星滴眼液', true],
  ['复方丹参滴丸 180丸', '丹参', true],
  ['氨氯地平贝那普利片', '盐酸贝那普利片', true],
  ['缬沙坦氢氯噻嗪胶囊', '缬沙坦胶囊', true],
  ['维生素B12片', '维生素B2片', true],
  ['厄贝沙坦氢氯噻嗪片', '厄贝沙坦氢氯噻嗪片', false],
  ['复方丹参片', '复方丹参片', false],
  ['地氯雷他定片', '地氯雷他定片', false],
  ['阿莫西令胶囊', '阿莫西林胶囊', false],
])('%s names another drug than %s: %s', (raw, name, isOther) => {
  expect(isOtherDrug(read(raw), readProduct({ ...product, name }))).toBe(isOther);
});

test('the longest drug that a line names is the one it means', () => {
  const reads = ['诺氟沙星胶囊', '左氧氟沙星片', '氧氟沙星滴眼液'].map((name) =>
    readProduct({ ...product, name }),
  );
  expect(drugNamed(read('左氧氟沙星胶囊 0.1g*10粒'), reads)).toBe('左氧氟沙星');
  expect(drugNamed(read('左氧氟沙新胶囊'), reads)).toBeNull();
});
