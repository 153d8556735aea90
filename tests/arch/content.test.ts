/** Help and news: the sentences that editors get for wrong front matter, and what their texts must keep to. */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { glob, type LoaderContext } from 'astro/loaders';
import { parseFrontmatter } from 'astro/markdown';
import { describe, expect, it } from 'vitest';
import { entryIds, helpGroupSchema, helpSchema, newsSchema } from '../../src/content/schemas.ts';
import { withWrittenDays } from '../../src/content/written-days.ts';

const root = resolve(import.meta.dirname, '../../src/content');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');
const helpFiles = globSync('help/**/*.md', { cwd: root }).sort();
const newsFiles = globSync('news/**/*.md', { cwd: root }).sort();

const bodyOf = (file: string) => read(file).split(/^---$/m).slice(2).join('---');

const help = { title: '会员注册', summary: '怎样注册', order: 1, updated: new Date('2026-11-16') };
const news = { title: '冬季储存', summary: '温度和湿度', kind: 'hyxw', date: '2026-11-10' };

describe('wrong front matter is refused in words of an editor', () => {
  it.each([
    [helpSchema, { ...help, title: undefined }, '没有填写标题（title），请在文件开头的两行 --- 之间补上'],
    [helpSchema, { ...help, title: null }, '没有填写标题（title），请在文件开头的两行 --- 之间补上'],
    [helpSchema, { ...help, title: 2026 }, '标题（title）没有写成文字，请用英文引号括起来，例如 "2026"'],
    [newsSchema, { ...news, summary: ['公告'] }, /^摘要（summary）没有写成文字，请用英文引号括起来/],
    [helpSchema, { ...help, title: ' ' }, '标题（title）是空的，请填写'],
    [helpSchema, { ...help, title: '长'.repeat(21) }, '标题（title）太长，最多 20 个字'],
    [helpSchema, { ...help, order: '一' }, '排序（order）应是 1 到 999 的整数，数字小的排在前面'],
    [helpSchema, { ...help, order: 1.5 }, '排序（order）应是 1 到 999 的整数，数字小的排在前面'],
    [helpSchema, { ...help, updated: '昨天' }, '更新日期（updated）不正确，应写成 2026-11-10 这样的年月日'],
    [
      helpSchema,
      { ...help, titel: '会员注册' },
      '不认识的字段 titel，可以用的字段是 title、summary、order、updated、promises、denies',
    ],
    [helpSchema, null, '文件开头要有两行 ---，中间写 title、summary、order、updated、promises、denies'],
    [helpGroupSchema, { id: 'xszn', title: '新手指南', order: 1 }, /^没有填写分组说明（summary）/],
    [newsSchema, { ...news, kind: '行业' }, '类别（kind）应写 hyxw（行业新闻）或 gsxw（公司新闻）'],
    [newsSchema, { ...news, kind: undefined }, '类别（kind）应写 hyxw（行业新闻）或 gsxw（公司新闻）'],
    [newsSchema, { ...news, date: '2026-02-30' }, /^发布日期（date）写的 2026-02-30 在日历上没有/],
    [newsSchema, { ...news, date: undefined }, '发布日期（date）不正确，应写成 2026-11-10 这样的年月日'],
  ])('%#', (schema, value, sentence) => {
    const result = schema.safeParse(value);
    const [issue, ...others] = result.error?.issues ?? [];
    expect(issue?.message).toMatch(sentence);
    expect(others).toEqual([]);
  });

  it('takes a date that YAML has read and one that came as text', () => {
    expect(newsSchema.parse(news).date).toEqual(new Date('2026-11-10'));
    expect(helpSchema.parse(help).updated).toEqual(help.updated);
  });

  it('names a file that cannot be part of an address, or lies in the wrong folder', () => {
    expect(entryIds(2)({ entry: 'xszn/hyzc.md' })).toBe('xszn/hyzc');
    expect(() => entryIds(2)({ entry: 'xszn/会员注册.md' })).toThrow('只能用小写字母、数字和短横线');
    expect(() => entryIds(2)({ entry: 'hyzc.md' })).toThrow('应直接放在某个分组的文件夹里');
    expect(() => entryIds(1)({ entry: 'hyxw/winter.md' })).toThrow('应直接放在news 文件夹里');
  });
});

/** What the build's own loader and YAML hand to the schema for a piece of news, and what the schema says. */
async function loadNews(date: string): Promise<{ date: Date | undefined; refusals: string[] }> {
  const root = mkdtempSync(join(tmpdir(), 'yaopi-news-'));
  const result: { date: Date | undefined; refusals: string[] } = { date: undefined, refusals: [] };
  try {
    writeFileSync(
      join(root, 'a.md'),
      `---\ntitle: 冬季储存\n${date}\nkind: hyxw\nsummary: 温度\n---\n\n正文\n`,
    );
    const entryType = {
      getEntryInfo: ({ contents }: { contents: string }) => {
        const { frontmatter, content } = parseFrontmatter(contents);
        return { data: frontmatter, body: content };
      },
    };
    const place = pathToFileURL(`${root}/`);
    const context = {
      collection: 'news',
      config: { root: place, srcDir: place },
      entryTypes: new Map([['.md', entryType]]),
      store: new Map(),
      logger: { warn: () => {}, error: () => {} },
      generateDigest: () => 'digest',
      parseData: async ({ data }: { data: unknown }) => {
        const read = newsSchema.safeParse(data);
        result.date = read.data?.date;
        result.refusals = read.error?.issues.map(({ message }) => message) ?? [];
        return {};
      },
    };
    const set = (entry: { id: string }) => void entry;
    const store = Object.assign(context.store, { set });
    await withWrittenDays(glob({ base: place, pattern: '**/*.md' })).load({
      ...context,
      store,
    } as unknown as LoaderContext);
    return result;
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('a day in front matter, as YAML and the build read it', () => {
  it.each([
    'date: 2026-11-10',
    'date: 2026-11-10 # 周二',
    'date:   2026-11-10  ',
    '"date": 2026-11-10',
    "date: '2026-11-10'",
    'date: "2026-11-10"',
    'date: 2026-11-10\r',
  ])('%j is a day', async (date) => {
    expect(await loadNews(date)).toEqual({ date: new Date('2026-11-10'), refusals: [] });
  });

  it.each(['date: 2026-02-30', 'date: 2026-04-31 # 月底', "date: '2026-02-30'", 'date: 2026-13-01'])(
    '%s is refused: no calendar has it',
    async (date) => {
      const { refusals } = await loadNews(date);
      expect(refusals).toEqual([
        expect.stringMatching(/^发布日期（date）写的 2026-\d\d-\d\d 在日历上没有，请改成.*写成 2026-11-10 /),
      ]);
    },
  );

  it.each(['date: 2026-2-3', 'date: 2026-11-10T08:00:00Z', 'date: 昨天', 'date: &a 2026-02-30', 'date:'])(
    '%s is refused: written otherwise',
    async (date) => {
      const { refusals } = await loadNews(date);
      expect(refusals).toEqual(['发布日期（date）不正确，应写成 2026-11-10 这样的年月日']);
    },
  );
});

describe('help and news', () => {
  const files = [...helpFiles, ...newsFiles];

  it('keep the addresses that the specification names', () => {
    expect(helpFiles.map((file) => file.replace(/^help\/|\.md$/g, ''))).toEqual(
      expect.arrayContaining(
        [
          'xszn/hyzc xszn/gwzn xszn/aqgy sjfw/sjrz sjfw/tsjy sjfw/lxwm fwbz/wzzz fwbz/yhxy fwbz/yszc',
          'fwbz/zhzx fwbz/zskf zfps/ddzf zfps/hwps zfps/ypth',
        ].flatMap((names) => names.split(' ')),
      ),
    );
  });

  it('promise nothing that the shop has not', () => {
    const texts = globSync('{help,zones}/**/*.md', { cwd: root });
    expect(texts.filter((file) => /首营资料.*在订单里下载|都可以在线申请/.test(bodyOf(file)))).toEqual([]);
  });

  it('hold no price, no heading of the first level and no HTML: the page brings its title itself', () => {
    const wrong = files.filter((file) =>
      /[¥￥]|\d\.\d\d(?!\d)|^# |^<|<\/?[a-z]+[ >]| style=/m.test(bodyOf(file)),
    );
    expect(wrong).toEqual([]);
  });
});
