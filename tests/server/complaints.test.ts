/** Complaints, marks in figures and short shelf life in the search box: what they find, and how that is undone. */
import { afterAll, expect, test } from 'vitest';
import { allComplaints } from '#lib/rules/names/complaints.ts';
import { visitor } from '#lib/server/core/context.ts';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { openGoodsList } from '#lib/server/goods/list-page.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db } = await testDatabase();
afterAll(closeCatalogue);

const open = (keywords: string, more: Record<string, string> = {}) =>
  openGoodsList(
    { db, actor: visitor, now: new Date(), requestId: 'test' },
    new URLSearchParams({ keywords, ...more }),
    90,
  );

test.each<[string, string, RegExp]>([
  ['拉肚子', '腹泻', /^(?:蒙脱石|盐酸洛哌丁胺|盐酸小檗碱|口服补液盐)/],
  ['咽喉痛', '咽喉肿痛', /^(?:复方草珊瑚|西地碘|地喹氯铵|金莲花)/],
  ['感冒发烧', '感冒', /^(?:复方氨酚烷胺|感冒灵|对乙酰氨基酚)/],
  ['小孩退烧', '小儿发热', /^(?:布洛芬混悬|对乙酰氨基酚混悬)/],
  ['小孩退烧药', '小儿发热', /^(?:布洛芬混悬|对乙酰氨基酚混悬)/],
  ['治拉肚子的药', '腹泻', /^蒙脱石/],
  ['眼药水', '滴眼液', /滴眼液$/],
  ['999感冒灵', '感冒灵', /^感冒灵/],
])('%s is searched as %s, which is told', async (keywords, taken, name) => {
  const page = await open(keywords);
  expect(page.taken).toBe(taken);
  expect(page.list.filter((one) => name.test(one.name)).length).toBeGreaterThan(2);
});

test.each([
  ['VC', /维生素C/],
  ['vb2', /^维生素B2/],
  ['吗丁啉', /^多潘立酮/],
])('%s finds goods by their own name, and needs no word for that', async (keywords, name) => {
  const page = await open(keywords);
  expect(page.taken).toBeNull();
  expect(page.list.some((one) => name.test(one.name))).toBe(true);
});

test('the words in quotes are searched as they are written', async () => {
  const [taken, literal] = [await open('拉肚子'), await open('"拉肚子"')];
  expect(literal.taken).toBeNull();
  expect(literal.total).toBeLessThan(taken.total);
  expect((await open('"阿莫西林"')).total).toBe((await open('阿莫西林')).total);
});

test('short shelf life is a filter, alone and beside a name, and is told', async () => {
  const all = await open('近效期');
  expect(all.input).toMatchObject({ keywords: '', expiry: ['0-6'] });
  expect(all.notices).toContain('按有效期6个月以内筛选，可在“已选条件”里取消');
  expect(all.total).toBeGreaterThan(0);
  expect((await open('近效期 阿莫西林')).input).toMatchObject({ keywords: '阿莫西林', expiry: ['0-6'] });
  expect((await open('近效期', { expiry: '6-12' })).input).toMatchObject({ expiry: ['6-12'] });
  expect((await open('阿莫西林')).input.expiry).toEqual([]);
});

test('every complaint finds medicines of the demo by its names', async () => {
  for (const { words, names } of allComplaints) {
    const page = await open(words[0] ?? '');
    const named = page.list.filter(({ name }) => names.some((part) => name.toLowerCase().includes(part)));
    expect(named.length, words[0]).toBeGreaterThan(1);
    // The medicines by name stand before those whose leaflets only mention it.
    expect(named[0]?.id, words[0]).toBe(page.list[0]?.id);
  }
});
