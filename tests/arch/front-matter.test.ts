/** Front matter that YAML cannot read stops the build with a sentence: the file, the line and what to write instead. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { glob, type LoaderContext } from 'astro/loaders';
import { parseFrontmatter } from 'astro/markdown';
import { expect, it } from 'vitest';
import { findHeadMistake, withReadableHead } from '../../src/content/front-matter.ts';

const root = resolve(import.meta.dirname, '../../src/content');

const file = (...lines: string[]) => ['---', ...lines, '---', '', '正文：见下。', ''].join('\n');
const [title, summary, order] = ['title: 发票说明', 'summary: 一句话', 'order: 4'] as const;
const goods = ['goods:', '  kinds: [医疗器械]', 'parts:', '  - id: a', '    title: 甲'] as const;
const colon = (name: string) => `${name} 后面是全角冒号“：”，请改用英文冒号加空格，写成“${name}: 内容”`;
const aligned = (name: string) => `${name} 前面多了空格，行首不要有空格，请与上一个字段对齐`;

it.each<[string, number, string]>([
  [file('title：发票说明', summary, order), 2, colon('title')],
  [file(title, summary, 'order：4'), 4, colon('order')],
  [file(title, 'order：4', summary), 3, colon('order')],
  [file('title：发票说明', 'summary：一句话', 'order：4'), 2, colon('title')],
  [file(title, summary, 'order：4').replaceAll('\n', '\r\n'), 4, colon('order')],
  [file('title:发票说明', summary), 2, 'title 的冒号后面要有一个空格，写成“title: 内容”'],
  [file('title: 发票: 说明', summary), 2, 'title 的内容里有冒号，请用英文引号括起来："发票: 说明"'],
  [file(title, 'summary: 说"票": 一'), 3, `summary 的内容里有冒号，请用英文引号括起来：'说"票": 一'`],
  [file(title, ` ${summary}`, order), 3, aligned('summary')],
  [file(` ${title}`, summary, order), 2, aligned('title')],
  [file(title, '\tsummary: 一句话'), 3, '行首不要用制表符（Tab），请改用空格'],
  [file('title: "发票说明', summary), 2, 'title 的内容少了一个引号，前后都要有'],
  [file('title: "发票"说明', summary), 2, 'title 的引号要把全部内容括起来'],
  [file('title: [公告] 发票', summary), 2, 'title 的内容以符号 [ 开头，请用英文引号括起来："[公告] 发票"'],
  [file('title: @发票', summary), 2, 'title 的内容以符号 @ 开头，请用英文引号括起来："@发票"'],
  [file(title, summary, title), 4, 'title 写了两次，请删掉一行'],
  [file(title, ...goods, '    goods：'), 8, colon('goods')],
  [file(title, ...goods, '     goods:', '      kinds: [医疗器械]'), 8, aligned('goods')],
])('%#: %j', (source, line, cause) => {
  expect(findHeadMistake(source)).toBe(`第 ${line} 行：${cause}`);
});

it('names no cause where it sees none, and no English', () => {
  const sentence = findHeadMistake(file(title, '说明', order));
  expect(sentence).toMatch(/^第 [34] 行附近格式不正确，每行应写成“字段: 内容”$/);
});

it.each([
  file(title, summary, order),
  file(title, 'summary: 时间：周一 12:30', order),
  file('title: "发票: 说明"', summary),
  file(title, ...goods, '    goods:', '      kinds: [医疗器械]'),
  file(),
  '没有开头：的文件',
])('reads %j', (source) => {
  expect(findHeadMistake(source)).toBeNull();
});

it('reads all that is there', () => {
  const files = globSync('**/*.md', { cwd: root });
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((name) => findHeadMistake(readFileSync(join(root, name), 'utf8')))).toEqual([]);
});

it('stops the loader before its parser does, with the file and without a trace of the program', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yaopi-head-'));
  try {
    mkdirSync(join(folder, 'news'));
    writeFileSync(join(folder, 'news/a.md'), file('title：发票说明', summary));
    const place = pathToFileURL(`${folder}/`);
    const getEntryInfo = ({ contents }: { contents: string }) => parseFrontmatter(contents);
    const context = {
      collection: 'news',
      config: { root: place, srcDir: place },
      entryTypes: new Map([['.md', { getEntryInfo }]]),
      store: new Map(),
      logger: { warn: () => {}, error: () => {} },
    } as unknown as LoaderContext;
    const loading = withReadableHead(glob({ base: place, pattern: '**/*.md' })).load(context);
    await expect(loading).rejects.toMatchObject({
      message: `news/a.md 第 2 行：${colon('title')}`,
      stack: '',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
