/** Wrong front matter of a zone stops the build with a sentence that its editor understands. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPattern } from '#lib/contract/routes.ts';
import { ownZones, plainZones } from '../../src/content/zone-pages.ts';
import { zoneFolders, zoneId, zoneSchema } from '../../src/content/zone-schema.ts';

const root = resolve(import.meta.dirname, '../../src/content/zones');
const files = globSync('**/*.md', { cwd: root });
const zone = { title: '医疗器械', summary: '家用监测与耗材', goods: { kinds: ['医疗器械'] } };
const part = { id: 'xinnao', title: '心脑血管', goods: { categories: ['心脑血管'] } };

describe('a zone', () => {
  it('needs a title, a summary and goods; the rest has its default', () => {
    expect(zoneSchema.parse(zone)).toMatchObject({ tone: 'green', sort: 'sale', parts: [], order: 100 });
  });

  it.each([
    [{ ...zone, title: undefined }, '没有填写标题（title），请在文件开头的两行 --- 之间补上'],
    [{ ...zone, title: 2026 }, '标题（title）没有写成文字，请用英文引号括起来，例如 "2026"'],
    [{ ...zone, title: '长'.repeat(17) }, '标题（title）太长，最多 16 个字'],
    [{ ...zone, summary: ' ' }, '摘要（summary）是空的，请填写'],
    [{ ...zone, tone: 'pink' }, /^颜色（tone）可以用的是 green、/],
    [{ ...zone, icon: 'heart' }, /^图标（icon）可以用的是 gift、/],
    [{ ...zone, sort: 'price' }, '商品顺序（sort）可以写 sale（销量）、new（最新）或 expiry（效期）'],
    [{ ...zone, ads: '顶部' }, '广告位（ads）应是小写字母、数字和下划线，例如 qxzq'],
    [{ ...zone, colour: 'red' }, /^不认识的字段 colour，可以用的字段是 title、summary、/],
    [{ title: '标题', summary: '摘要' }, /^商品范围（goods）下面要缩进两格/],
    [{ ...zone, goods: { kind: ['医疗器械'] } }, /^商品范围（goods）里不认识 kind，可以用的是 kinds、/],
    [{ ...zone, goods: { kinds: ['器械'] } }, /^大类（kinds）应写成 \[化学药\] 这样的列表/],
    [{ ...zone, goods: { kinds: '医疗器械' } }, /^大类（kinds）应写成 \[化学药\] 这样的列表/],
    [{ ...zone, goods: { merchants: [] } }, '商家简称（merchants）应写成 [甲, 乙] 这样的列表，至少一项'],
    [{ ...zone, goods: { promotions: ['打折'] } }, /^促销（promotions）应写成 \[秒杀\] 这样的列表/],
    [{ ...zone, goods: { controlled: false } }, '控销（controlled）只能写 true；不需要时整行删掉'],
    [{ ...zone, parts: [part, part] }, '分区代号（id）不能重复'],
    [{ ...zone, parts: [{ ...part, id: '心脑' }] }, /^分区代号（id）会成为网址/],
    [null, /^文件开头要有两行 ---/],
  ])('%#', (value, sentence) => {
    const [issue, ...others] = zoneSchema.safeParse(value).error?.issues ?? [];
    expect(issue?.message).toMatch(sentence);
    expect(others).toEqual([]);
  });

  it('lies where its name makes an address', () => {
    expect(zoneId({ entry: 'hdzx/qiudong.md' })).toBe('hdzx/qiudong');
    expect(zoneId({ entry: 'bjp.md' })).toBe('bjp');
    expect(() => zoneId({ entry: '秋冬.md' })).toThrow('只能用小写字母、数字和短横线');
    expect(() => zoneId({ entry: 'a/b/c.md' })).toThrow('专区最多放在 zones 下面的一层文件夹里');
  });

  it.each(['dongji.md', 'cart.md', 'winter/dongji.md', 'kxzq/dongji.md', 'eleven.md'])(
    'has a page: %s has none, and where new zones belong is said',
    (entry) => {
      expect(() => zoneId({ entry })).toThrow(
        /^专区文件“.*”没有对应的网页。新专区请放进 src\/content\/zones\/ 下的 hdzx\/（网址 \/hdzx\/…）、hdzq\/（.*）、eleven\/（网址 \/activity\/eleven\/jz\/…） 之一，例如 hdzx\/(dongji|cart|eleven)\.md$/,
      );
    },
  );

  it('is named as the pages name it, and folders lead to a page', () => {
    const pages = resolve(root, '../../pages');
    const named = globSync('**/*.astro', { cwd: pages }).flatMap((page) =>
      [...readFileSync(resolve(pages, page), 'utf8').matchAll(/getZone\('([^']+)'\)/g)].map(([, id]) => id!),
    );
    expect(ownZones.filter((id) => !named.includes(id))).toEqual([]);
    expect(named.filter((id) => ![...ownZones, ...plainZones].includes(id))).toEqual([]);
    for (const address of Object.values(zoneFolders))
      expect(findPattern(`${address}dongji`)).toBe(`${address}[id]`);
  });

  it('is there for every address of the specification', () => {
    expect(files.map((entry) => zoneId({ entry }))).toEqual(
      expect.arrayContaining('xr/tj jmzq qxzq bjp zyyp kxzq kxzq/new zszq hdzx yjh yx yx/rule'.split(' ')),
    );
    for (const folder of ['hdzx', 'hdzq', 'eleven'])
      expect(files.filter((file) => file.startsWith(`${folder}/`)).length, folder).toBeGreaterThan(0);
  });
});
