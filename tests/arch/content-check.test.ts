/** `npm run content`, which the build runs too: all that is wrong with the texts of editors, in one list. */
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { shopField, shopKeys } from '#lib/server/core/process/shop-fields.ts';
import { checkContent } from '../../scripts/content/check.ts';
import { fieldLine, mistakeText, placed } from '../../scripts/content/lines.ts';
import { riskyWords } from '../../scripts/content/vouched.ts';
import { fillIn, placeholderWords } from '../../src/content/placeholders.ts';
import { changesOf, isPublished } from '../../src/content/publishing.ts';

const root = mkdtempSync(join(tmpdir(), 'yaopi-content-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const help = (title: string, body: string, head = '') =>
  `---\ntitle: ${title}\nsummary: 一句话\norder: 1\nupdated: 2026-11-10\n${head}---\n\n${body}\n`;
const zone = (head: string, body = '说明') => `---\ntitle: 专区\nsummary: 一句话\n${head}---\n\n${body}\n`;

function write(file: string, text: string): void {
  const place = join(root, file);
  mkdirSync(resolve(place, '..'), { recursive: true });
  writeFileSync(place, text);
}

it('finds nothing in the texts that there are', () => {
  expect(checkContent()).toEqual([]);
});

it('names every mistake of every file at once', () => {
  cpSync('src/content/help/groups.yaml', join(root, 'help/groups.yaml'), { recursive: true });
  write('help/zfps/good.md', help('好的', '## 怎么付\n\n见[自己](/help/zfps/good#怎么付)和[订单](/order)。'));
  write(
    'help/zfps/links.md',
    help(
      '链接',
      [
        '[一](/help/zfps/smqh)',
        '[二](/order/fapiao)',
        '[三](/help/zfps/good#没有)',
        '[四](http://example.com)',
        '[五](/news/info/own/gsxw)',
        '[六](/hdzx/dongji/b)',
        '[七](#没有)',
        '[八](/hdzx/dongji/a) [九](https://example.com) [十](/list/info/17)',
      ].join('\n'),
    ),
  );
  write('help/zfps/words.md', help('文字', '由{{公司}}和{{公可}}运营，24 小时内上门取货。'));
  write('help/neu/group.md', help('分组', '正文'));
  write('help/zfps/head.md', help('"', '正文'));
  write(
    'news/own.md',
    '---\ntitle: 新闻\ndate: 2026-11-10\nuntil: 2026-11-01\nkind: gsxw\nsummary: 一句话\ndemo: true\n---\n\n正文\n',
  );
  write('zones/hdzx/dongji.md', zone('goods:\n  kinds: [器械]\n', '[去](/dongji/guize)'));
  const found = checkContent(root).map((mistake) => mistakeText(mistake).slice(root.length + 1));
  for (const said of [
    'help/zfps/links.md:8: 链接 /help/zfps/smqh ：没有写这一篇',
    'help/zfps/links.md:9: 链接 /order/fapiao 没有这个网页',
    'help/zfps/links.md:10: 链接 /help/zfps/good#没有 ：那一篇没有这个小标题',
    'help/zfps/links.md:11: 链接 http://example.com 请改用 https 开头的网址',
    'help/zfps/links.md:14: 链接 #没有 ：本页没有这个小标题',
    'help/zfps/words.md:8: {{公可}} 不能填写',
    'help/zfps/words.md:8: “24小时内”是对客户的承诺',
    'help/zfps/words.md:8: “上门”是对客户的承诺',
    'help/neu/group.md: 所在的文件夹“neu”没有写进',
    'help/zfps/head.md:2: title ',
    'news/own.md:4: 下线日期（until）早于发布日期（date）',
    'zones/hdzx/dongji.md:5: 大类（kinds）应写成',
    'zones/hdzx/dongji.md:8: 链接 /dongji/guize 没有这个网页',
  ])
    expect(found).toContainEqual(expect.stringContaining(said));
  expect(found.filter((line) => line.includes('good.md:'))).toEqual([]);
});

it('names the mistakes of the groups and their lines', () => {
  const groups = (yaml: string) => {
    write('help/groups.yaml', yaml);
    return checkContent(root)
      .filter(({ file }) => file.endsWith('groups.yaml'))
      .map((mistake) => mistakeText(mistake).slice(root.length + 1));
  };
  const good = '# 分组\n- id: zfps\n  title: 支付配送\n  summary: 一句话\n  order: 1\n';
  expect(groups(good)).toEqual([]);
  expect(groups(`${good}- id: neu\n  title: ""\n  summary: 一句话\n  order: x\n`)).toEqual([
    'help/groups.yaml:7: 分组名称（title）是空的，请填写',
    'help/groups.yaml:9: 排序（order）应是 1 到 999 的整数，数字小的排在前面',
  ]);
  expect(groups(`${good}- id: neu\n  title：分组\n  summary: 一句话\n`)).toEqual([
    'help/groups.yaml:7: title 后面是全角冒号“：”，请改用英文冒号加空格，写成“title: 内容”',
  ]);
  expect(groups('zfps: 支付配送\n')).toEqual(['help/groups.yaml: 每个分组要以“- id: ”开头']);
  rmSync(join(root, 'help/groups.yaml'));
  expect(checkContent(root)[0]?.sentence).toBe('没有这个文件，帮助中心的分组写在里面');
});

it('names the second of the same words at its own line, and a field in its part', () => {
  expect(
    placed('甲\n乙\n甲\n', [
      { sentence: '一', quote: '甲' },
      { sentence: '二', quote: '甲' },
    ]),
  ).toEqual([
    { sentence: '一', line: 1 },
    { sentence: '二', line: 3 },
  ]);
  expect(placed('甲\n', [{ sentence: '一', quote: '丙' }, { sentence: '二' }])).toEqual([
    { sentence: '一' },
    { sentence: '二' },
  ]);
  const head = ['---', 'title: 甲', 'goods:', '  kinds: [乙]', 'parts:', '  - id: a', '    goods:'];
  const lines = [...head, '      kinds: []', '  - id: b', '    goods:', '      kinds: []'];
  expect(fieldLine(lines, ['title'])).toBe(2);
  expect(fieldLine(lines, ['goods', 'kinds'])).toBe(4);
  expect(fieldLine(lines, ['parts', 0, 'id'])).toBe(6);
  expect(fieldLine(lines, ['parts', 1, 'goods', 'kinds'])).toBe(11);
  expect(fieldLine(lines, ['parts', 1, 'title'])).toBe(9);
  expect(fieldLine(lines, ['summary'])).toBeUndefined();
});

it.each([
  ['我们承诺 24 小时内上门取货', ['承诺', '24小时内', '上门']],
  ['元旦全国次日达', ['次日达']],
  ['全国包邮，保证正品', ['包邮', '保证']],
  ['点「确认收货」', []],
])('%s promises %j', (text, words) => {
  expect(riskyWords(text)).toEqual(words);
});

describe('a text is shown', () => {
  const at = (moment: string) => ({ now: new Date(moment), isDemo: false });
  const day = (text: string) => new Date(`${text}T00:00:00Z`);

  it.each([
    ['2026-12-27T15:59:59Z', false],
    ['2026-12-27T16:00:00Z', true],
    ['2026-12-31T15:59:59Z', true],
    ['2026-12-31T16:00:00Z', false],
  ])('by the Shanghai day: at %s %s', (moment, isShown) => {
    expect(isPublished({ date: day('2026-12-28'), until: day('2026-12-31') }, at(moment))).toBe(isShown);
  });

  it('always, where it names no day, but the demo’s own in the demo alone', () => {
    const now = at('2026-11-28T00:00:00Z');
    expect(isPublished({}, now)).toBe(true);
    expect(isPublished({ demo: true }, now)).toBe(false);
    expect(isPublished({ demo: true }, { ...now, isDemo: true })).toBe(true);
  });

  it('and stored pages know when the next one comes or goes', () => {
    expect(changesOf([{ date: day('2026-12-28') }, { until: day('2026-12-31') }, {}])).toEqual([
      new Date('2026-12-27T16:00:00Z'),
      new Date('2026-12-31T16:00:00Z'),
    ]);
  });
});

describe('who runs the shop', () => {
  const texts = {
    company: '甲<乙>公司',
    creditCode: 'C',
    address: 'A',
    hotLine: '027-1',
    serviceHours: '周一',
    qq1: '',
    qq2: '',
    licences: ['药品经营许可证 鄂A 1', '网站备案 鄂ICP'],
  };

  it('is filled into the texts, escaped', () => {
    expect(fillIn('由{{公司}}运营，{{QQ客服}}', texts)).toBe('由甲&lt;乙&gt;公司运营，暂未开通');
    expect(fillIn('<p>{{许可与备案}}</p>', texts)).toContain('<td>药品经营许可证</td><td>鄂A 1</td>');
    for (const word of placeholderWords) expect(fillIn(`{{${word}}}`, texts)).not.toContain('{{');
  });

  it('is never the demo’s in what a real shop publishes', () => {
    const words = [
      '衡川',
      ...shopKeys.filter((key) => key !== 'SHOP_SERVICE_HOURS').map((key) => shopField(key).demo),
    ];
    const isDemo = (file: string, text: string) =>
      /^src\/(demo|lib\/server\/db\/migrations)\//.test(file) ||
      file.endsWith('/shop-fields.ts') ||
      (file.endsWith('.md') && /^demo: true$/m.test(text));
    const found = [
      ...globSync('src/**/*.{ts,tsx,astro,md,yaml,css}'),
      ...globSync('public/**/*.{svg,txt,html,webmanifest,js}'),
    ]
      .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
      .filter(({ file, text }) => !isDemo(file, text))
      .flatMap(({ file, text }) =>
        text
          // Comments are not published.
          .replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
          .split('\n')
          .filter((line) => words.some((word) => line.includes(word)))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });
});
