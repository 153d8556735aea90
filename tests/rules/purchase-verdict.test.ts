/** What a line is taken for, beside which rivals, and what is asked about it. */
import { expect, test } from 'vitest';
import { type PurchaseProduct, readProduct } from '#lib/rules/purchase/product.ts';
import { memoryKey, readPurchaseLine } from '#lib/rules/purchase/purchase-line.ts';
import { judgeLine } from '#lib/rules/purchase/purchase-verdict.ts';

let next = 1;
function product(name: string, spec: string, over: Partial<PurchaseProduct> = {}) {
  const id = next++;
  return readProduct({
    id,
    name,
    brand: '',
    maker: `海南甲${id}制药有限公司`,
    spec,
    size: '',
    form: '片剂',
    unit: '盒',
    midPack: 10,
    casePack: 100,
    approvalNo: '',
    nationalCode: '',
    barcode: '',
    pinyin: '',
    initials: '',
    ...over,
  });
}

const shop = [
  product('葡萄糖氯化钠注射液', '250ml*1瓶', { unit: '瓶' }),
  product('5%葡萄糖注射液', '250ml:12.5g*1袋', { unit: '袋' }),
  product('小儿止咳糖浆', '100ml', { unit: '瓶' }),
  product('桂附地黄丸', '200丸', { unit: '瓶' }),
  product('六味地黄丸', '200丸', { unit: '瓶' }),
  product('甲硝唑片', '0.2g*100片', { unit: '瓶' }),
  product('甲硝唑片', '0.2g*100片', { unit: '瓶' }),
  product('氯霉素滴眼液', '8ml:20mg', { unit: '支' }),
  product('氯霉素滴眼液', '10ml:25mg', { unit: '支' }),
  product('逍遥丸', '200丸(每8丸相当于原生药3g)', { unit: '瓶' }),
  product('逍遥丸', '360丸(每8丸相当于原生药3g)', { unit: '瓶' }),
  product('红霉素软膏', '1%:10g', { unit: '支' }),
  product('红霉素软膏', '1%:8g', { unit: '支' }),
  product('孟鲁司特钠片', '10mg*5片'),
  product('小柴胡颗粒', '10g*6袋'),
  product('多潘立酮片', '10mg*30片'),
  product('阿司匹林肠溶片', '100mg*30片'),
  product('蒲地蓝消炎片', '0.3g*48片'),
  product('左氧氟沙星片', '0.5g*4片'),
  product('一次性使用医用口罩', '50只/盒', { size: '成人' }),
  product('一次性使用医用口罩', '50只/盒', { size: '儿童' }),
  product('75%乙醇消毒液', '100ml', { unit: '瓶' }),
  product('口服补液盐散(Ⅲ)', '5.125g*6袋'),
  product('注射用氨苄西林钠', '0.5g*50瓶'),
  product('当归', '1kg', { unit: '袋' }),
  product('感冒灵颗粒', '10g*9袋'),
  product('医用纱布块', '10片/袋*10袋'),
  product('注射用青霉素钠', '80万单位*50瓶'),
  product('藿香正气口服液', '10ml*10支'),
  product('藿香正气合剂', '10ml*10'),
  product('氢氯噻嗪片', '25mg*100片', { unit: '瓶' }),
  product('注射用头孢呋辛钠', '0.75g', { unit: '支' }),
  product('注射用头孢呋辛钠', '1.5g', { unit: '支' }),
  product('伤湿止痛膏', '7cm*10cm*5片'),
  product('阿莫西林胶囊', '0.25g*24粒'),
  product('阿托伐他汀钙片', '10mg*7片'),
  product('阿托伐他汀钙片', '20mg*7片'),
  product('感冒清热颗粒', '12g*10袋', { maker: '华润三九医药股份有限公司' }),
  product('感冒清热颗粒', '12g*10袋'),
  product('皮炎平乳膏', '20g', { brand: '999', unit: '支' }),
];

function judge(raw: string, memory?: ReadonlyMap<string, number>) {
  const line = readPurchaseLine({ raw, quantity: null, unit: '' });
  const made = judgeLine(line, shop, { prior: () => 0, ...(memory && { memory }) });
  return { ...made, kinds: made.doubts.map(({ kind }) => kind).join() };
}

test.each<[string, string, number | null, string]>([
  // 葡萄糖 is no 葡萄糖氯化钠.
  ['葡萄糖 250ml 20袋', '5%葡萄糖注射液', 20, ''],
  ['5%葡萄糖 250ml 20袋', '5%葡萄糖注射液', 20, ''],
  ['葡萄糖 5% 250ml 20', '5%葡萄糖注射液', 20, ''],
  // Without its beginning a name may be another drug's.
  ['止咳糖浆 100ml 20', '小儿止咳糖浆', 20, 'drug'],
  ['地黄丸 200丸 20', '', 20, 'drug'],
  // One product that fits is no question, two strengths are.
  ['甲硝唑 100片 20', '甲硝唑片', 20, ''],
  ['氯霉素 8ml 20', '氯霉素滴眼液', 20, ''],
  ['氯霉素眼药水 20支', '氯霉素滴眼液', 20, 'choice'],
  // A larger pack of one strength is a question of packing.
  ['逍遥丸 20瓶', '逍遥丸', 20, 'packing'],
  ['逍遥丸 200丸(每8丸相当于原生药3g) 20瓶', '逍遥丸', 20, ''],
  ['红霉素软膏 20支', '红霉素软膏', 20, 'packing'],
  ['红霉素软膏 8g 20支', '红霉素软膏', 20, ''],
  ['孟鲁斯特钠片10mg*5片 10盒', '孟鲁司特钠片', 10, ''],
  ['孟鲁斯特钠片 10盒', '孟鲁司特钠片', 10, 'typo'],
  // Packs, or what is in them.
  ['小柴胡颗粒 10g*6袋 30包', '小柴胡颗粒', 5, 'inner'],
  ['小柴胡颗粒 10g*6袋 30小包', '小柴胡颗粒', 5, ''],
  ['小柴胡 30瓶', '小柴胡颗粒', 30, ''],
  ['纱布块 100包', '医用纱布块', 10, 'inner'],
  ['氨苄西林 0.5g 10', '注射用氨苄西林钠', 10, 'inner'],
  ['注射用氨苄西林钠 0.5g*50瓶 10', '注射用氨苄西林钠', 10, ''],
  ['当归 5公斤', '当归', 5, ''],
  ['当归 1.2公斤', '当归', null, 'spec,quantity'],
  // Months, prices, an index and marks are no quantity and no spec.
  ['阿司匹林肠溶 100mg30片 30盒 效期要18个月以上', '阿司匹林肠溶片', 30, ''],
  ['4 感冒灵颗粒10克*9袋 50', '感冒灵颗粒', 50, ''],
  ['感冒灵颗粒 10g*9袋 50盒 7.8', '感冒灵颗粒', 50, ''],
  ['999感冒灵颗粒 10g*9袋 50盒', '感冒灵颗粒', 50, 'maker'],
  // A mark in figures is no quantity and no spec, wherever it stands; with a unit or a sign it is one.
  ['感冒灵颗粒 10g*9袋 999 50盒', '感冒灵颗粒', 50, 'maker'],
  ['感冒灵颗粒 10g*9袋 999 50', '感冒灵颗粒', 50, 'maker'],
  ['感冒灵颗粒 10g*9袋 50 999', '感冒灵颗粒', 50, 'maker'],
  ['感冒灵颗粒 10g*9袋 50盒 999', '感冒灵颗粒', 50, 'maker'],
  ['感冒灵颗粒（999牌）10g*9袋 50盒', '感冒灵颗粒', 50, 'maker'],
  ['阿莫西林胶囊 0.25g*24 999', '阿莫西林胶囊', null, 'quantity,maker'],
  ['999感冒灵颗粒 10g*9袋', '感冒灵颗粒', null, 'quantity,maker'],
  ['感冒灵颗粒 10g*9袋 999盒', '感冒灵颗粒', 999, ''],
  ['感冒灵颗粒 10g*9袋*999', '感冒灵颗粒', 999, ''],
  ['感冒灵颗粒 10g*9袋 998', '感冒灵颗粒', 998, ''],
  ['感冒清热颗粒 12g*10袋 999 20盒', '感冒清热颗粒', 20, ''],
  ['感冒清热颗粒 12g*10袋 999', '感冒清热颗粒', null, 'quantity'],
  ['皮炎平乳膏 20g 999 30支', '皮炎平乳膏', 30, ''],
  ['75%酒精 100ml 24瓶', '75%乙醇消毒液', 24, ''],
  ['补液盐3 20', '口服补液盐散(Ⅲ)', 20, ''],
  // Makers and marks that are not sold here.
  ['拜耳阿司匹林肠溶片 100mg*30片 30盒', '阿司匹林肠溶片', 30, 'maker'],
  ['吗丁啉 20盒', '多潘立酮片', 20, 'trade'],
  ['多潘立酮（吗丁啉） 20盒', '多潘立酮片', 20, 'trade'],
  // Names without their end, in another order, without the head that nobody writes.
  ['蒲地蓝48片 20', '蒲地蓝消炎片', 20, 'form'],
  ['左氧片0.5*4 20', '左氧氟沙星片', 20, 'form'],
  ['一次性医用口罩 成人 50只 20盒', '一次性使用医用口罩', 20, ''],
  ['一次性医用口罩 50只 20盒', '一次性使用医用口罩', 20, 'choice'],
  ['感冒灵颗粒 15g 50盒', '感冒灵颗粒', 50, 'spec'],
  ['感冒灵颗粒 夏天好卖 50盒', '感冒灵颗粒', 50, 'text'],
])('%s is taken for %s, %s pieces, and asks about: %s', (raw, name, quantity, kinds) => {
  const made = judge(raw);
  if (name !== '') expect(made.product?.name).toBe(name);
  expect(made.quantity).toBe(quantity);
  expect(made.kinds).toBe(kinds);
});

test('says what does not fit, and offers both numbers where a line may mean either', () => {
  expect(judge('感冒灵颗粒 15g 50盒').reason).toBe('规格不符：您写15g，平台为10g*9袋，请核对');
  expect(judge('感冒灵颗粒 10g*9袋 7 50盒').reason).toBe('数字“7”没有识别，平台规格为10g*9袋，请核对');
  expect(judge('小柴胡颗粒 10g*6袋 30包').ways).toEqual([
    { number: 5, text: '5盒' },
    { number: 30, text: '30盒' },
  ]);
  expect(judge('拜耳阿司匹林肠溶片 100mg*30片 30盒').doubts[0]?.about).toBe('拜耳');
});

const idOf = (name: string) => shop.find((one) => one.product.name === name)!.product.id;
const keyOf = (raw: string) => memoryKey(readPurchaseLine({ raw, quantity: null, unit: '' }));

test('the maker of a mark in figures is taken, and a choice for a mark is none for the name alone', () => {
  expect(judge('感冒清热颗粒 12g*10袋 999 20盒').product?.maker).toContain('三九');
  expect(keyOf('999感冒灵 10g*9袋 20盒')).not.toBe(keyOf('感冒灵 10g*9袋 20盒'));
});

test('a remembered choice holds for the name, says what it replaced, and is asked about where it may not hold', () => {
  const memory = new Map([
    [keyOf('吗丁啉'), idOf('多潘立酮片')],
    [keyOf('止咳糖浆'), idOf('小儿止咳糖浆')],
    [keyOf('板蓝根 感冒灵 各20盒'), idOf('感冒灵颗粒')],
    [keyOf('消炎片'), idOf('左氧氟沙星片')],
  ]);
  expect(judge('吗丁啉 10mg*30片 40盒', memory)).toMatchObject({ grade: 'sure', quantity: 40 });
  const replaced = judge('消炎片 20盒', memory);
  expect(replaced).toMatchObject({ grade: 'sure', product: { name: '左氧氟沙星片' } });
  expect(replaced.reason).toBe('按您上次的选择，换成了左氧氟沙星片 0.5g*4片');
  // Another spec, a name without its beginning, words that it leaves unexplained.
  expect(judge('吗丁啉 5mg 40盒', memory).grade).toBe('check');
  expect(judge('止咳糖浆 100ml 20瓶', memory)).toMatchObject({ grade: 'check', kinds: 'drug' });
  expect(judge('止咳糖浆 100ml 20瓶', memory).reason).toContain('上次换成了“小儿止咳糖浆 100ml”');
  expect(judge('板蓝根 感冒灵 各20盒', memory)).toMatchObject({ grade: 'check', kinds: 'drug' });
});

test.each<[line: string, kinds: string[]]>([
  ['注射用青霉素钠 80万单位*50瓶 100支', ['inner']],
  ['藿香正气口服液 10ml*10支 20瓶', ['inner']],
  ['藿香正气合剂 10ml*10 20支', ['inner']],
  ['伤湿止痛膏 7cm*10cm*5片 50贴', ['quantity']],
  ['阿莫西林胶囊 0.25g*24粒 10板', ['quantity']],
  ['注射用头孢呋辛钠 20支', ['choice']],
])('%s leaves the number or the strength open: %j', (line, kinds) => {
  expect(judge(line).doubts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
});

test.each<[line: string, quantity: number | null]>([
  ['3 阿莫西林胶囊 0.25g*24粒 1盒', 1],
  ['阿莫西林胶囊 0.25g*24粒 1盒', 1],
  ['阿莫西林胶囊 0.25g*24粒 合计12盒', 12],
  ['阿莫西林胶囊 0.25g*24粒 小计5盒', 5],
  ['阿莫西林胶囊 0.25g*24粒 两三盒', null],
])('%s wants %s', (line, quantity) => {
  expect(judge(line).quantity).toBe(quantity);
});

test('a remembered choice is asked about where the line has no strength and another one is sold', () => {
  const one = shop.find(({ product: { spec } }) => spec === '10mg*7片')!;
  const memory = new Map([
    [
      memoryKey(readPurchaseLine({ raw: '阿托伐他汀钙片 10mg*7片 10盒', quantity: null, unit: '' })),
      one.product.id,
    ],
  ]);
  expect(judge('阿托伐他汀钙片 20盒', memory).doubts.map(({ kind }) => kind)).toContain('choice');
  expect(judge('阿托伐他汀钙片 10mg*7片 20盒', memory).grade).toBe('sure');
});
