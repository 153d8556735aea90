/** The table of a head office's stores: which columns are read, what is wrong with a row, and where a region is. */
import { describe, expect, it } from 'vitest';
import { creditCode } from '#demo/seed/credit-code.ts';
import { readStoreTable, storeHeads, storeTableSpec } from '#lib/rules/companies/store-table.ts';
import { findInRegions } from '#lib/rules/text/address-text.ts';
import { readTableOf } from '#tests/support/tables.ts';

const regions = [
  { code: '110105', province: '北京市', city: '北京市', district: '朝阳区' },
  { code: '220104', province: '吉林省', city: '长春市', district: '朝阳区' },
  { code: '220203', province: '吉林省', city: '吉林市', district: '龙潭区' },
  { code: '420102', province: '湖北省', city: '武汉市', district: '江岸区' },
  { code: '429004', province: '湖北省', city: '湖北省', district: '仙桃市' },
  { code: '450102', province: '广西壮族自治区', city: '南宁市', district: '兴宁区' },
];

describe('a region in a text', () => {
  it.each([
    ['湖北省武汉市江岸区', '420102'],
    ['湖北 武汉 江岸', '420102'],
    ['湖北/武汉市/江岸区', '420102'],
    ['江岸区', '420102'],
    ['武汉市江岸区沿江大道10号', '420102'],
    ['湖北省仙桃市', '429004'],
    ['仙桃', '429004'],
    ['北京市市辖区朝阳区', '110105'],
    ['北京朝阳区建国路1号', '110105'],
    ['长春朝阳', '220104'],
    ['吉林龙潭区', '220203'],
    ['吉林省吉林市龙潭区', '220203'],
    ['广西南宁兴宁区', '450102'],
    ['朝阳区', 'many'],
    ['吉林省', 'none'],
    ['武汉市', 'none'],
    ['湖北省武汉市沿江大道10号', 'none'],
    ['江岸路', 'none'],
    ['', 'none'],
  ])('%s is %s', (text, code) => {
    const found = findInRegions(regions, text);
    expect(typeof found === 'object' ? found.code : found).toBe(code);
  });
});

const [one, two, three] = [1, 2, 3].map((at) => creditCode('420102', 770_000 + at)) as [
  string,
  string,
  string,
];
const head = Object.values(storeHeads);
const good = ['江岸一店', one, '湖北省', '武汉市', '江岸区'];

function read(rows: readonly (readonly string[])[], heads: readonly string[] | null = head) {
  const table = readTableOf(heads === null ? rows : [heads, ...rows], storeTableSpec);
  expect(table.questions).toEqual([]);
  return readStoreTable(table, (text) => {
    const found = findInRegions(regions, text);
    return typeof found === 'object' ? { code: found.code, text: found.district } : found;
  });
}

it('a row is read in the stored form', () => {
  expect(read([[' 江岸\u200b一店 ', one.toLowerCase(), '湖北', '武汉', '江岸']])).toEqual([
    {
      ...{ row: 2, name: '江岸一店', creditCode: one, regionCode: '420102', region: '江岸区' },
      ...{ state: 'ready', field: '', sentence: '' },
    },
  ]);
});

it.each([
  ['one column of the region', ['店名', '社会信用代码', '所在地区'], ['江岸一店', one, '武汉江岸区']],
  [
    'the region out of the address',
    ['门店', '税号', '注册地址'],
    ['江岸一店', one, '武汉市江岸区沿江大道10号'],
  ],
  ['columns beside them', ['序号', '电话', ...head], ['1', '02788886666', ...good]],
])('%s', (_, heads, row) => {
  expect(read([row], heads)).toMatchObject([
    { name: '江岸一店', creditCode: one, regionCode: '420102', state: 'ready' },
  ]);
});

it('cells without headings are read by what they look like, the first row too', () => {
  const rows = [
    ['1', one, '江岸一店', '湖北省', '武汉市', '江岸区'],
    ['2', '027-88886666', two, '江岸二店', '湖北省', '武汉市', '江岸区', '13800002222'],
  ];
  expect(read(rows, null)).toMatchObject([
    { row: 1, name: '江岸一店', creditCode: one, regionCode: '420102', state: 'ready' },
    { row: 2, name: '江岸二店', creditCode: two, regionCode: '420102', state: 'ready' },
  ]);
});

it.each([
  ['as written', {}, 'ready', ''],
  ['no name', { 0: '' }, 'mend', '请填写门店名称'],
  ['no code', { 1: '' }, 'mend', '请输入统一社会信用代码'],
  ['a short code', { 1: '9142' }, 'mend', '统一社会信用代码为18位，现为4位'],
  [
    'a code that was cut',
    { 1: '9.1420102E+17' },
    'mend',
    '“9.1420102E+17”已被表格软件改成科学计数，原码已丢失，请把该列设为文本后重新导出',
  ],
  ['no region', { 2: '', 3: '', 4: '' }, 'mend', '请填写门店所在地区'],
  ['a city alone', { 4: '' }, 'mend', '没有找到地区“湖北省武汉市”，请写到区县，如湖北省武汉市江岸区'],
  ['a district of several', { 2: '', 3: '', 4: '朝阳区' }, 'mend', '“朝阳区”不止一处，请写明省、市、区县'],
  ['neither name nor code', { 0: '', 1: '' }, 'wrong', '没有门店名称和统一社会信用代码'],
  ['a name of 61 signs', { 0: '店'.repeat(61) }, 'wrong', '门店名称最多60个字'],
  ['a code of 31 signs', { 1: '9'.repeat(31) }, 'wrong', '统一社会信用代码为18位，现为31位'],
] as const)('%s: %s', (_, change, state, sentence) => {
  const row = Object.entries(change).reduce((cells, [at, cell]) => cells.with(Number(at), cell), [...good]);
  expect(read([row])).toMatchObject([{ state, sentence }]);
});

it('a code that a row before has is refused, or mended where the name differs', () => {
  const rows = [good, good, good.with(0, '江岸二店'), good.with(0, '江岸三店').with(1, three)];
  expect(read(rows).map(({ state, sentence }) => [state, sentence])).toEqual([
    ['ready', ''],
    ['wrong', '与第2行重复'],
    ['mend', '与第2行的代码相同，每家门店有自己的代码'],
    ['ready', ''],
  ]);
});
