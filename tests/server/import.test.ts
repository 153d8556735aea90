import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import writeXlsx from 'write-excel-file/node';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { mapValues } from '#lib/rules/terms/keys.ts';
import { goods, product } from '#lib/server/db/schema.ts';
import { columns, extraColumns } from '#lib/server/engines/import/columns.ts';
import { importCatalogue } from '#lib/server/engines/import/import.ts';
import { readCatalogueFile } from '#lib/server/engines/import/read-file.ts';
import { checkRow, type RawRow } from '#lib/server/engines/import/row.ts';
import { parseYuan } from '#lib/server/engines/import/values.ts';
import { readCsv } from '#lib/server/engines/tables/csv.ts';
import { loadOffers } from '#lib/server/offers/load.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, order, pay } from '#tests/support/orders.ts';

const { db } = await testDatabase();
const now = new Date();
const folder = mkdtempSync(path.join(os.tmpdir(), 'import test '));
const catalogue = 'src/demo/seed/data/catalogue.csv';

function write(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const good: Record<string, string> = {
  sku: 'T0001',
  kind: '化学药',
  category1: '抗感染',
  category2: '新的分类',
  name: '试验重楼片',
  brand: '',
  maker: '重庆试验制药有限公司',
  spec: '0.1g*10片',
  form: '片剂',
  origin: '重庆',
  size: '',
  approval_no: '国药准字H99998888',
  national_code: '',
  unit: '盒',
  mid_pack: '10',
  case_pack: '100',
  otc: '处方药',
  scope: '化学药制剂',
  storage: '常温',
  shelf_life_months: '24',
  indications: '用于"试验", 换\n行',
  base_price: '12.5',
  market_price: '20.00',
};

function csvOf(rows: Record<string, string>[], heads = Object.keys(rows[0]!)): string {
  const quote = (text = '') => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [heads.join(','), ...rows.map((row) => heads.map((head) => quote(row[head])).join(','))].join(
    '\r\n',
  );
}

/** The row with everything but latin left out. */
function ascii(row: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(row).map(([key, text]) => [key, text.replace(/[^ -~]/g, '')]));
}

async function run(name: string, content: string | Buffer) {
  return importCatalogue(byStaff(db, now), write(name, content));
}

test('the demo catalogue is in the demo already: nothing changes, no row is refused', async () => {
  const { summary } = await run('same.csv', readFileSync(catalogue));
  expect(summary).toEqual({ 新增: 0, 更新: 0, 无变化: 1782, 拒绝: 0 });
});

test('a new row becomes goods of the house at its base price, the same file again changes nothing', async () => {
  const text = csvOf([good]);
  expect((await run('new.csv', text)).summary).toMatchObject({ 新增: 1 });
  const [made] = await db.select().from(product).where(eq(product.sku, 'T0001'));
  expect(made).toMatchObject({
    basePrice: 1250,
    pinyin: 'shiyanchongloupian',
    indications: good.indications,
  });
  const [offer] = await db.select().from(goods).where(eq(goods.productId, made!.id));
  expect(offer).toMatchObject({ merchantId: 1, price: 1250, stock: 0, packStep: 10 });
  expect((await run('new.csv', text)).summary).toEqual({ 新增: 0, 更新: 0, 无变化: 1, 拒绝: 0 });

  const dearer = await run('new.csv', csvOf([{ ...good, base_price: '13.00', stock: '70' }]));
  expect(dearer.summary).toMatchObject({ 更新: 1 });
  const [after] = await db.select().from(goods).where(eq(goods.productId, made!.id));
  expect(after).toMatchObject({ id: offer!.id, price: 1300, memberPrice: 1300, stock: 70 });
});

describe('lots', () => {
  const dated = (days: number) => dayKey(now.getTime() + days * 86_400_000);
  const lot = { lot_no: 'L2601', produced_on: dated(-100), expires_on: dated(400) };

  function row(number: string, more: Record<string, string>): Record<string, string> {
    const none = { stock: '', lot_no: '', produced_on: '', expires_on: '' };
    return { ...good, sku: `L${number}`, approval_no: `国药准字H8888${number}`, ...none, ...more };
  }

  async function offerOf(sku: string) {
    const [found] = await db
      .select({ goods })
      .from(goods)
      .innerJoin(product, eq(product.id, goods.productId))
      .where(eq(product.sku, sku));
    return found!.goods;
  }

  test('a row with its lot is on the shelf, one without is not, and says what is missing', async () => {
    const rows = [
      row('0001', { stock: '50', ...lot }),
      row('0002', { stock: '50' }),
      row('0003', { stock: '50', ...lot, lot_no: '' }),
      row('0004', { stock: '50', ...lot, expires_on: dated(-1) }),
    ];
    const { results } = await run('lots.csv', csvOf(rows));
    expect(results.map(({ outcome }) => outcome)).toEqual(['新增', '新增', '新增', '新增']);
    expect(results[0]!.reasons).toEqual([]);
    expect(results[1]!.reasons.join()).toContain('缺少批号、生产日期、有效期');
    expect(results[2]!.reasons.join()).toContain('缺少批号，');
    expect(results[3]!.reasons.join()).toContain('过有效期');
    const { lotNo, producedOn, expiresOn, stock } = await offerOf('L0001');
    expect({ lotNo, producedOn, expiresOn, stock }).toEqual({
      lotNo: lot.lot_no,
      producedOn: lot.produced_on,
      expiresOn: lot.expires_on,
      stock: 50,
    });
    for (const sku of ['L0002', 'L0003'])
      expect(await offerOf(sku)).toMatchObject({ lotNo: '', producedOn: null, expiresOn: null, stock: 50 });
    const [buyer] = await makeBuyers(db, 1);
    const ids = await Promise.all(rows.map(async ({ sku }) => (await offerOf(sku!)).id));
    const { states } = await loadOffers(db, buyer!, { goodsIds: ids }, now);
    expect(ids.map((id) => states.get(id)?.code)).toEqual(['ok', 'off_shelf', 'off_shelf', 'off_shelf']);
    expect((await run('lots.csv', csvOf(rows))).summary).toMatchObject({ 无变化: 4 });
    const entered = rows.map((one) => ({ ...one, ...lot }));
    expect((await run('entered.csv', csvOf(entered))).summary).toMatchObject({ 更新: 3, 无变化: 1 });
    const after = await loadOffers(db, buyer!, { goodsIds: ids }, now);
    expect(ids.map((id) => after.states.get(id)?.code)).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  test('more pieces of a lot that nobody names take the goods off the shelf; fewer do not', async () => {
    await run('more.csv', csvOf([row('0010', { stock: '50', ...lot })]));
    const fewer = await run('more.csv', csvOf([row('0010', { stock: '40' })]));
    expect(fewer.results).toMatchObject([{ outcome: '更新', reasons: [] }]);
    expect(await offerOf('L0010')).toMatchObject({ stock: 40, expiresOn: lot.expires_on });
    const more = await run('more.csv', csvOf([row('0010', { stock: '60' })]));
    expect(more.results[0]!.reasons.join()).toContain('未上架：缺少批号');
    expect(await offerOf('L0010')).toMatchObject({ stock: 60, lotNo: '', expiresOn: null });
  });

  test('what open orders hold is not for sale: stock = file − held, never below 0', async () => {
    const file = csvOf([row('0020', { stock: '100', ...lot })]);
    await run('held.csv', file);
    const { id } = await offerOf('L0020');
    const [first, second] = await makeBuyers(db, 2, 10_000_000);
    const unpaid = await order(db, first!, [{ goodsId: id, number: 30 }]);
    const paid = await order(db, second!, [{ goodsId: id, number: 20 }]);
    await pay(db, second!, paid.trade_no);
    expect((await run('held.csv', file)).summary).toMatchObject({ 无变化: 1 });
    expect((await offerOf('L0020')).stock).toBe(50);
    await run('held.csv', csvOf([row('0020', { stock: '80', ...lot })]));
    expect((await offerOf('L0020')).stock).toBe(30);
    await run('held.csv', csvOf([row('0020', { stock: '40', ...lot })]));
    expect((await offerOf('L0020')).stock).toBe(0);
    await run('held.csv', file);
    await shipOrder(byStaff(db, now), { no: paid.orders[0]!.no });
    await cancelMyOrder(contextOf(db, first!), { no: unpaid.orders[0]!.no });
    expect((await offerOf('L0020')).stock).toBe(80);
    expect((await run('held.csv', csvOf([row('0020', { stock: '80', ...lot })]))).summary).toMatchObject({
      无变化: 1,
    });
  });

  test.each([
    [{ produced_on: '2026-13-01' }, '生产日期 produced_on'],
    [{ expires_on: '2027-02-30' }, '有效期 expires_on'],
    [{ produced_on: '2026-05-01', expires_on: '2026-04-30' }, '早于生产日期'],
    [{ lot_no: 'x'.repeat(41) }, '批号 lot_no'],
    // The good's shelf life is 24 months.
    [{ produced_on: '2026-01-05', expires_on: '2028-01-06' }, '应不晚于 2028-01-05'],
    [{ scope: '新的范围' }, '经营范围 scope'],
  ])('%o is refused with its reason', async (wrong, says) => {
    const { results } = await run('wrong-lot.csv', csvOf([row('0030', { ...lot, ...wrong })]));
    expect(results).toMatchObject([{ outcome: '拒绝' }]);
    expect(results[0]!.reasons.join()).toContain(says);
  });

  test('heads in Chinese and days in other hands', async () => {
    const heads = csvOf([row('0040', { ...lot, produced_on: '2026/1/5', expires_on: '20280105' })]).replace(
      'lot_no,produced_on,expires_on',
      '批号,生产日期,有效期至',
    );
    await run('chinese-lot.csv', heads);
    expect(await offerOf('L0040')).toMatchObject({
      lotNo: 'L2601',
      producedOn: '2026-01-05',
      expiresOn: '2028-01-05',
    });
  });
});

test('barcode and film are taken where a file has them, and kept where it has not', async () => {
  const row = { ...good, sku: 'T0150', approval_no: '国药准字H99996666' };
  const full = csvOf([{ ...row, barcode: '6901234567892', video: '/video/t0150.mp4' }]);
  expect((await run('film.csv', full)).summary).toMatchObject({ 新增: 1 });
  expect((await run('film.csv', full)).summary).toMatchObject({ 无变化: 1 });
  await run('plain.csv', csvOf([{ ...row, base_price: '12.80' }]));
  const [made] = await db.select().from(product).where(eq(product.sku, 'T0150'));
  expect(made).toMatchObject({ basePrice: 1280, barcode: '6901234567892', video: '/video/t0150.mp4' });

  const wrong = [
    { ...row, barcode: '6901234567893' },
    { ...row, sku: 'T0151', barcode: '69012345' },
    { ...row, sku: 'T0152', video: 'https://elsewhere.example/a.mp4' },
    { ...row, sku: 'T0153', video: '/video/../secret.mp4' },
  ].map((one) => ({ barcode: '', video: '', ...one }));
  const { results } = await run('wrong-film.csv', csvOf(wrong));
  expect(results.map(({ outcome }) => outcome)).toEqual(['拒绝', '拒绝', '拒绝', '拒绝']);
});

test('a leaflet is taken part by part, joins what is known, and takes the place of a demo’s as a whole', async () => {
  const row = { ...good, sku: 'T0160', approval_no: '国药准字H99996660' };
  const read = async () => (await db.select().from(product).where(eq(product.sku, 'T0160')))[0]?.leaflet;
  await run('no-leaflet.csv', csvOf([row]));
  expect(await read()).toBeNull();
  const half = csvOf([{ ...row, 成分: '重楼。', 用法用量: '口服。' }]);
  expect((await run('leaflet.csv', half)).summary).toMatchObject({ 更新: 1 });
  expect((await run('leaflet.csv', half)).summary).toMatchObject({ 无变化: 1 });
  await run('more.csv', csvOf([{ ...row, 用法用量: '外用。', 禁忌: '尚不明确。' }]));
  await run('plain-again.csv', csvOf([row]));
  expect(await read()).toEqual({ ingredients: '重楼。', usage: '外用。', contraindications: '尚不明确。' });
  await db
    .update(product)
    .set({ leaflet: { usage: '演示', adverse: '演示', isDemo: true } })
    .where(eq(product.sku, 'T0160'));
  await run('real.csv', csvOf([{ ...row, 不良反应: '尚不明确。' }]));
  expect(await read()).toEqual({ adverse: '尚不明确。' });
  const { results } = await run('long.csv', csvOf([{ ...row, 注意事项: '长'.repeat(4001) }]));
  expect(results[0]).toMatchObject({ outcome: '拒绝', reasons: [expect.stringContaining('注意事项')] });
});

test('a row without sku, or with another, is matched by approval number, spec and maker', async () => {
  await run('a.csv', csvOf([{ ...good, sku: 'T0100', approval_no: '国药准字H99997777' }]));
  const { results } = await run('b.csv', csvOf([{ ...good, sku: '', approval_no: '国药准字H99997777' }]));
  expect(results).toMatchObject([{ sku: 'T0100', outcome: '无变化' }]);
});

test('wrong rows are refused each with its reasons, the rest is published', async () => {
  const rows = [
    { ...good, sku: 'T0201', approval_no: '国药准字H1', base_price: 'abc' },
    { ...good, sku: 'T0202', approval_no: '国药准字H2', name: '' },
    { ...good, sku: 'T0203', approval_no: '国药准字H3', case_pack: '15' },
    { ...good, sku: 'T0204', approval_no: '国药准字H4', otc: '随便' },
    { ...good, sku: 'T0205', approval_no: '国药准字H5', merchant: 'M99' },
    { ...good, sku: 'T0206', approval_no: '国药准字H6', name: '盐酸吗啡片' },
    { ...good, sku: 'T0207', approval_no: '国药准字H7' },
    { ...good, sku: 'T0207', approval_no: '国药准字H8' },
    { ...good, sku: 'T0208', approval_no: '国药准字H9', base_price: '-3' },
    { ...good, sku: 'T0209', approval_no: '国药准字H10', merchant: 'M13' },
  ];
  const { results, report } = await run('mixed.csv', csvOf(rows, [...Object.keys(good), 'merchant']));
  expect(results.map((row) => row.outcome)).toEqual([
    ...Array(6).fill('拒绝'),
    '新增',
    '拒绝',
    '拒绝',
    '新增',
  ]);
  expect(results[0]!.reasons[0]).toContain('批发价');
  expect(results[5]!.reasons[0]).toContain('麻醉药品');
  expect(results[7]!.reasons[0]).toContain('第 8 行');
  expect(await db.$count(product, eq(product.sku, 'T0206'))).toBe(0);
  const [sold] = (
    await db.execute(
      sql`select merchant_id from goods g join product p on p.id = g.product_id where sku = 'T0209'`,
    )
  ).rows;
  expect(sold).toEqual({ merchant_id: 13 });
  const lines = [...readCsv(readFileSync(report, 'utf8'))].filter((row) => row.length > 1);
  expect(lines).toHaveLength(11);
  expect(lines[6]).toMatchObject(['7', 'T0206', '盐酸吗啡片', '拒绝', expect.stringContaining('禁售清单')]);
});

test('GBK, a byte-order mark, UTF-16, other order, Chinese heads, unknown columns and XLSX are all read', async () => {
  const expected = (await readCatalogueFile(write('plain.csv', csvOf([good])))).rows;
  const read = async (name: string, content: string | Buffer) => readCatalogueFile(write(name, content));
  expect((await read('bom.csv', `\ufeff${csvOf([good])}`)).rows).toEqual(expected);
  expect((await read('utf16.csv', Buffer.from(`\ufeff${csvOf([good])}`, 'utf16le'))).rows).toEqual(expected);
  const turned = await read(
    'turned.csv',
    csvOf([{ ...good, 备注: 'x' }], ['备注', ...Object.keys(good).reverse()]),
  );
  expect(turned).toMatchObject({ rows: expected, ignored: ['备注'], notes: [] });
  expect(turned.columns).toContain('base_price → 批发价');
  const chinese = csvOf([good]).replace(
    /^.*\r\n/,
    `${Object.keys(good)
      .map((key) => columns[key as keyof typeof columns])
      .join(',')}\r\n`,
  );
  expect((await read('chinese.csv', chinese)).rows).toEqual(expected);
  // 中国 in GBK.
  const [before, after] = csvOf([{ ...good, brand: 'BRAND' }].map((row) => ascii(row))).split('BRAND');
  const gbk = Buffer.concat([
    Buffer.from(before!),
    Buffer.from([0xd6, 0xd0, 0xb9, 0xfa]),
    Buffer.from(after!),
  ]);
  expect((await read('gbk.csv', gbk)).rows[0]!.raw.brand).toBe('中国');
  const file = path.join(folder, 'book.xlsx');
  const cells = [Object.keys(good), Object.values(good)].map((row) =>
    row.map((value) => ({ value, type: String })),
  );
  await writeXlsx(cells).toFile(file);
  expect((await readCatalogueFile(file)).rows).toEqual(expected);
});

test.each([
  ['empty.csv', '', '空文件'],
  ['head.csv', csvOf([good]).split('\r\n')[0]!, '只有列名'],
  ['missing.csv', csvOf([good], ['sku', 'name']), '没有找到'],
  ['twice.csv', `${csvOf([good], [...Object.keys(good), 'sku'])}`, '“sku”“sku”都可能是'],
  ['open.csv', `${csvOf([good])}\r\n"never closed`, '引号'],
  ['binary.csv', Buffer.from([0xff, 0x00, 0xfe, 0x81, 0x00, 0x99]), '编码'],
  ['old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), '.xls'],
  ['broken.xlsx', Buffer.from('PK\u0003\u0004broken', 'latin1'), 'XLSX'],
])('%s as a whole is refused with one sentence', async (name, content, words) => {
  await expect(run(name, content)).rejects.toThrow(words);
  await expect(run(name, content)).rejects.toThrow(/^[^\n]+$/);
});

test('an operator names the columns that a file calls otherwise; a title above the head and a cut code are seen', async () => {
  const expected = (await readCatalogueFile(write('own.csv', csvOf([good])))).rows[0]!.raw;
  const heads = Object.keys(good).map((key) => (key === 'base_price' ? '执行价' : key));
  const text = `2026年目录\r\n${heads.join(',')}\r\n${csvOf([good]).split('\r\n').slice(1).join('\r\n')}`;
  const file = write('named.csv', text);
  await expect(readCatalogueFile(file)).rejects.toThrow('没有找到base_price（批发价）列');
  for (const head of ['执行价', `#${heads.indexOf('执行价') + 1}`])
    expect((await readCatalogueFile(file, new Map([['批发价', head]]))).rows).toEqual([
      { at: 3, raw: expected },
    ]);
  await expect(readCatalogueFile(file, new Map([['批发价', '没有']]))).rejects.toThrow('没有列“没有”');
  const raw = {
    ...mapValues(extraColumns, () => ''),
    ...good,
    barcode: '6.90123E+12',
    size: '#N/A',
  } as RawRow;
  const checked = checkRow(raw);
  expect('reasons' in checked && checked.reasons.join()).toMatch(
    /等级尺寸 size 的单元格是错误值#N\/A.*科学计数/,
  );
});

test('a folder and a file that is not there are told apart', async () => {
  await expect(importCatalogue(byStaff(db, now), folder)).rejects.toThrow('是文件夹');
  await expect(importCatalogue(byStaff(db, now), path.join(folder, 'no.csv'))).rejects.toThrow('找不到文件');
});

test('every required field has its reason', () => {
  const raw = { ...mapValues(extraColumns, () => ''), ...good } as RawRow;
  expect(checkRow(raw)).toHaveProperty('row');
  for (const column of [
    'kind',
    'name',
    'maker',
    'spec',
    'unit',
    'otc',
    'scope',
    'approval_no',
    'base_price',
  ] as const) {
    const checked = checkRow({ ...raw, [column]: '' });
    expect('reasons' in checked && checked.reasons.join()).toContain(column);
  }
});

test.each([
  ['5.80', 580],
  ['5.8', 580],
  ['12', 1200],
  ['0.29', 29],
  ['1.005', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['１２', undefined],
  ['', undefined],
])('%s yuan is %s fen', (text, fen) => {
  expect(parseYuan(text)).toBe(fen);
});
