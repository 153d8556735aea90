import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#lib/contract/api.ts';
import type { GoodsList, Suggestion } from '#lib/contract/goods/calls.ts';
import { prohibitedMessage } from '#lib/rules/goods/prohibited.ts';
import { findTyped } from '#lib/rules/text/typed-pinyin.ts';
import { visitor } from '#lib/server/core/context.ts';
import { goods, product } from '#lib/server/db/schema.ts';
import { splitSyllables } from '#lib/server/engines/search/grams.ts';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { pinyinOf } from '#lib/server/engines/search/pinyin.ts';
import { TextIndex } from '#lib/server/engines/search/text-index.ts';
import { openGoodsList } from '#lib/server/goods/list-page.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const listHandler = routeOf(api.goodsList);
const suggestHandler = routeOf(api.suggestGoods);

const { db } = await testDatabase();
afterAll(closeCatalogue);

beforeAll(async () => {
  // The demo sells no 重楼, whose first character reads zhong elsewhere.
  const [like] = await db.select().from(product).where(eq(product.kind, '中药饮片')).limit(1);
  const { full, initials } = pinyinOf('重楼');
  const { id: _, ...row } = like!;
  const [made] = await db
    .insert(product)
    .values({ ...row, sku: 'TEST1', name: '重楼', pinyin: full, initials, indications: '清热解毒。' })
    .returning({ id: product.id });
  const [offer] = await db.select().from(goods).where(eq(goods.productId, like!.id)).limit(1);
  const { id: __, ...terms } = offer!;
  await db.insert(goods).values({ ...terms, productId: made!.id, isOnShelf: true, stock: 100, sales: 10 });
});

async function search(query: Record<string, string>): Promise<GoodsList> {
  const path = `/api/goods/list?${new URLSearchParams({ size: '100', ...query })}`;
  const answer = await request<GoodsList>(listHandler, { path });
  expect(answer.code, answer.message).toBe(200);
  return answer.data;
}

async function suggest(query: Record<string, string>): Promise<Suggestion[]> {
  const answer = await request<Suggestion[]>(suggestHandler, {
    path: `/api/goods/search?${new URLSearchParams(query)}`,
  });
  expect(answer.code, answer.message).toBe(200);
  return answer.data;
}

describe('a search finds, best first', () => {
  test.each([
    ['阿莫西林', '阿莫西林'],
    ['阿', '阿'],
    ['amxl', '阿莫西林'],
    ['AMXL', '阿莫西林'],
    ['ａｍｘｌ', '阿莫西林'],
    ['amoxilin', '阿莫西林'],
    ['amoxi', '阿莫西林'],
    ['amoxl', '阿莫西林'],
    ['amxl jiaonang', '阿莫西林胶囊'],
    ['amxljiaonang', '阿莫西林胶囊'],
    ['阿莫 0.25', '阿莫西林'],
    ['阿莫0.25g', '阿莫西林'],
    ['阿莫西林jn', '阿莫西林胶囊'],
    ['阿莫西林胶囊　0.25g＊24粒', '阿莫西林胶囊'],
    ['阿莫西林胶囊 0.25g×24', '阿莫西林胶囊'],
    ['阿莫西林 0.25gx24', '阿莫西林'],
    ['重楼', '重楼'],
    ['cl', '重楼'],
    ['chonglou', '重楼'],
    ['维生素c', '维生素C'],
    ['vc', '维生素C'],
    ['ＶＣ', '维生素C'],
    ['vc片', '维生素C片'],
    ['vc 片', '维生素C'],
    ['vc片0.1g', '维生素C片'],
    ['维c片', '维生素C片'],
    ['ve', '维生素E'],
    ['va', '维生素A'],
    ['vd', '维生素D'],
    ['vd3', '维生素D'],
    ['vb2', '维生素B2'],
    ['vb6片', '维生素B6片'],
    ['vad', '维生素AD'],
    ['维c银翘', '维C银翘'],
    // Read in two ways.
    ['zhibodihuang', '知柏地黄丸'],
    ['zhibaidihuang', '知柏地黄丸'],
    ['huangbo', '黄柏'],
    ['juyuansuan', '枸橼酸'],
    ['gouyuansuan', '枸橼酸'],
    ['jysbjjn', '枸橼酸铋钾'],
    ['gysbjjn', '枸橼酸铋钾'],
    ['juyuansbj', '枸橼酸铋钾'],
    ['bls', '布洛'],
    ['布洛芬', '布洛芬'],
    // One character wrong, missing, too many, swapped; sounding alike; pinyin with a slip; written without a space.
    ['阿莫西灵', '阿莫西林'],
    ['阿莫林胶囊', '阿莫西林胶囊'],
    ['阿莫西西林胶囊', '阿莫西林胶囊'],
    ['阿西莫林', '阿莫西林'],
    ['六味地皇丸', '六味地黄丸'],
    ['二甲双弧', '二甲双胍'],
    ['阿末西临胶囊', '阿莫西林'],
    ['布络分', '布洛芬'],
    ['阿莫西灵0.25g', '阿莫西林'],
    ['阿莫西灵 胶囊', '阿莫西林胶囊'],
    ['amoxiling', '阿莫西林'],
    ['buluofeng', '布洛芬'],
    ['a mo xi lin', '阿莫西林'],
    ['珞珩阿莫西林', '阿莫西林'],
    ['国药准字 H99990001', '阿莫西林胶囊'],
    ['急慢性腹泻', '蒙脱石'],
    ['阿莫西林珞珩制药', '阿莫西林'],
    // A name of four characters with one missing inside.
    ['阿莫林', '阿莫西林'],
    ['银黄粒', '银黄颗粒'],
    ['冬凌片', '冬凌草片'],
    ['炒枣仁', '炒酸枣仁'],
    // As it is pasted out of another shop's list: packing, brackets, an x between spaces.
    ['阿莫西林胶囊 0.25g*24粒/盒', '阿莫西林胶囊'],
    ['阿莫西林胶囊0.25g*24粒/盒', '阿莫西林胶囊'],
    ['阿莫西林（胶囊）', '阿莫西林胶囊'],
    ['阿莫西林胶囊 0.25g X 24粒', '阿莫西林胶囊'],
    ['口服补液盐散(Ⅲ)5.125g*6袋', '口服补液盐散(Ⅲ)'],
    ['口服补液盐散（Ⅲ） 5.125g×6袋/盒', '口服补液盐散(Ⅲ)'],
    ['多维元素片(21)60片', '多维元素片(21)'],
    ['【珞珩】阿莫西林胶囊', '阿莫西林胶囊'],
  ])('%s', async (keywords, begins) => {
    // 布洛芬 is blf: what does not fit is not forced.
    if (keywords === 'bls')
      return expect((await search({ keywords })).list.map((g) => g.name)).not.toContain('布洛芬缓释胶囊');
    const { list, total } = await search({ keywords });
    expect(total).toBeGreaterThan(0);
    expect(list[0]?.name).toContain(begins);
  });

  test('a short name of a vitamin finds it and no other one, 维C both drugs that are called so', async () => {
    const names = async (keywords: string) => (await search({ keywords })).list.map(({ name }) => name);
    expect(isEach(await names('vb2'), (name) => name.includes('维生素B2'))).toBe(true);
    expect(isEach(await names('vc'), (name) => name.includes('维生素C'))).toBe(true);
    const both = await names('维c');
    expect(both.some((name) => name.startsWith('维生素C'))).toBe(true);
    expect(both.some((name) => name.startsWith('维C银翘'))).toBe(true);
    const proposed = await suggest({ keywords: 'vc' });
    expect(proposed[0]?.name).toContain('维生素C');
  });

  test('every word must be found', async () => {
    const { list } = await search({ keywords: 'amxl 0.25g' });
    expect(list.length).toBeGreaterThan(0);
    expect(list.every((item) => item.name.includes('阿莫西林') && item.ypgg.includes('0.25g'))).toBe(true);
    expect((await search({ keywords: '阿莫西林 血压计' })).total).toBe(0);
  });

  test('the name itself stands before longer names, those before others', async () => {
    const names = (await search({ keywords: '当归' })).list.map(({ name }) => name);
    const rank = names.map((name) => (name === '当归' ? 0 : name.startsWith('当归') ? 1 : 2));
    expect(rank).toEqual(rank.toSorted((a, b) => a - b));
    expect(rank[0]).toBe(0);
  });

  test('maker, indication, category, approval number and national code', async () => {
    const { list } = await search({ keywords: '阿莫西林胶囊' });
    const one = list[0]!;
    const [row] = await db.select().from(product).where(eq(product.id, one.product_id));
    const scanned = [
      `0${row!.barcode}`,
      `(01)0${row!.barcode}(17)271231(10)LX01`,
      `]C1010${row!.barcode}1727123110LX01`,
      row!.barcode.replace(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)]!),
    ];
    for (const keywords of [
      row!.approvalNo,
      row!.nationalCode,
      row!.barcode,
      row!.approvalNo.slice(-9),
      ...scanned,
    ]) {
      const found = await search({ keywords });
      expect(new Set(found.list.map((item) => item.product_id)), keywords).toEqual(new Set([one.product_id]));
    }
    const byMaker = await search({ keywords: one.sccj });
    expect(new Set(byMaker.list.map(({ sccj }) => sccj))).toEqual(new Set([one.sccj]));
    expect((await search({ keywords: '呼吸道' })).list.map(({ name }) => name)).toContain('阿莫西林胶囊');
    expect((await search({ keywords: '抗感染' })).total).toBeGreaterThan(50);
  });

  test('sccj_keywords asks makers only', async () => {
    const byPlace = await search({ sccj_keywords: '辽宁' });
    expect(byPlace.total).toBeGreaterThan(0);
    expect(byPlace.list.every(({ sccj }) => sccj.includes('辽宁'))).toBe(true);
    const byPinyin = await search({ sccj_keywords: 'liaoning' });
    expect(byPinyin.total).toBe(byPlace.total);
    expect((await search({ sccj_keywords: '阿莫西林' })).total).toBe(0);
    const both = await search({ sccj_keywords: '辽宁', keywords: 'amxl' });
    expect(isEach(both.list, ({ sccj, name }) => sccj.includes('辽宁') && name.includes('阿莫西林'))).toBe(
      true,
    );
  });

  test('a page says that it guessed, and proposes names when it found nothing', async () => {
    const open = (keywords: string) =>
      openGoodsList(
        { db, actor: visitor, now: new Date(), requestId: 'test' },
        new URLSearchParams({ keywords }),
        20,
      );
    const guessed = await open('阿莫西灵');
    expect(guessed.notices).toEqual(['没有名称含“阿莫西灵”的商品，以下名称相近，请核对通用名']);
    expect((await open('阿莫西林')).notices).toEqual([]);
    const nothing = await open('阿莫西宁颗里');
    expect([nothing.total, nothing.near]).toEqual([0, expect.arrayContaining(['阿莫西林颗粒'])]);
    expect((await open('吗啡注射液')).near).toEqual([]);
  });

  test.each([
    ['芬必得', '布洛芬缓释胶囊'],
    ['芬必得胶囊', '布洛芬缓释胶囊'],
    ['吗丁啉', '多潘立酮片'],
    ['吗丁啉 30片', '多潘立酮片'],
    ['心得安', '盐酸普萘洛尔片'],
  ])('%s is another name of %s, and the page says so', async (keywords, name) => {
    const { list, total } = await search({ keywords });
    expect(total).toBeGreaterThan(0);
    expect([...new Set(list.map((one) => one.name))]).toEqual([name]);
    const proposed = await suggest({ keywords, type: '0' });
    expect(proposed[0]?.name).toBe(name);
    const page = await openGoodsList(
      { db, actor: visitor, now: new Date(), requestId: 'test' },
      new URLSearchParams({ keywords }),
      20,
    );
    expect(page.notices).toEqual([expect.stringMatching(/^“.+”是“.+”的(?:商品名|旧称)，以下按通用名查找/)]);
  });

  test.each([
    ['头疱', '头孢'],
    ['头包克肟', '头孢克肟'],
    ['头泡克污分散片', '头孢克肟分散片'],
    ['阿莫西令', '阿莫西林'],
    ['蒙拖石', '蒙脱石'],
    ['吗叮啉', '多潘立酮片'],
  ])('%s looks or sounds like %s, which is found with a word', async (keywords, name) => {
    const { list, total } = await search({ keywords });
    expect(total).toBeGreaterThan(0);
    expect(isEach(list, (one) => one.name.includes(name))).toBe(true);
    expect((await suggest({ keywords, type: '0' }))[0]?.name).toContain(name);
    const page = await openGoodsList(
      { db, actor: visitor, now: new Date(), requestId: 'test' },
      new URLSearchParams({ keywords }),
      20,
    );
    expect(page.notices.at(-1)).toBe(`没有名称含“${keywords}”的商品，以下名称相近，请核对通用名`);
  });

  test('a trade name of which nothing is sold finds nothing', async () => {
    expect((await search({ keywords: '诺欣妥' })).total).toBe(0);
  });

  test('what is not there is not found', async () => {
    for (const keywords of ['zzzzzz', '没有这种药', '阿莫西林不存在', 'qwerty uiop'])
      expect((await search({ keywords })).total, keywords).toBe(0);
  });
});

test.each(['疫苗', '人血白蛋白', '吗啡', '盐酸麻黄碱', '中药配方颗粒'])(
  '%s is not traded, and the answer says so',
  async (keywords) => {
    expect(await search({ keywords })).toMatchObject({ list: [], total: 0, message: prohibitedMessage });
    expect(await suggest({ keywords })).toEqual([]);
  },
);

describe('suggestions', () => {
  test('names whole and each once, best sellers first', async () => {
    const found = await suggest({ keywords: 'amxl', type: '0' });
    const names = found.filter(({ kind }) => kind === 'goods').map(({ name }) => name);
    expect(names.length).toBeGreaterThan(2);
    expect(names.every((name) => name.startsWith('阿莫西林'))).toBe(true);
    expect(new Set(names).size).toBe(names.length);
    expect(found.length).toBeLessThanOrEqual(10);
  });

  test('makers for type 1, by sccj_keywords or keywords', async () => {
    const found = await suggest({ sccj_keywords: 'liaoning', type: '1' });
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ kind, name }) => kind === 'maker' && name.startsWith('辽宁'))).toBe(true);
    expect(await suggest({ keywords: 'liaoning', type: '1' })).toEqual(found);
  });

  test('merchants by name', async () => {
    expect(await suggest({ keywords: '衡川' })).toContainEqual({ id: 1, name: '衡川自营', kind: 'merchant' });
  });

  test.each([
    [{}, 200],
    [{ keywords: ' ' }, 200],
    [{ keywords: '；' }, 200],
    [{ keywords: 'x'.repeat(5000) }, 422],
    [{ keywords: 'amxl', type: '7' }, 422],
    [{ keywords: "'; drop table product" }, 200],
  ])('%j answers %d', async (query, code) => {
    const path = `/api/goods/search?${new URLSearchParams(query as Record<string, string>)}`;
    const answer = await request(suggestHandler, { path });
    expect(answer.code).toBe(code);
    if (code === 200) expect(answer.data).toEqual([]);
  });
});

describe('the pieces', () => {
  test.each([
    ['重楼', ['chong', 'lou']],
    ['阿莫西林胶囊', ['a', 'mo', 'xi', 'lin', 'jiao', 'nang']],
    ['女贞子', ['nv', 'zhen', 'zi']],
    ['维生素B12', ['wei', 'sheng', 'su', 'b', '1', '2']],
    ['东阿阿胶', ['dong', 'e', 'e', 'jiao']],
  ])('%s falls into syllables', (name, parts) => {
    const { full, initials } = pinyinOf(name);
    expect(splitSyllables(full, initials)).toEqual(parts);
  });

  test.each([
    ['amxl', 0],
    ['amoxilin', 0],
    ['amoxl', 0],
    ['amoxiljn', 0],
    ['xilinjiao', 2],
    ['jnx', -1],
    ['moxa', -1],
  ])('%s is typed for 阿莫西林胶囊 from syllable %d on', (typed, start) => {
    expect(findTyped(typed, ['a', 'mo', 'xi', 'lin', 'jiao', 'nang'])?.[0] ?? -1).toBe(start);
  });

  test('a text index finds any part, and nothing else', () => {
    const index = new TextIndex();
    const texts = ['阿莫西林', '西林瓶', 'vitamin c', '0.25g*24粒', '氨苄西林钠', ''];
    // Some are there first, the others come later.
    for (const [at, text] of texts.entries()) {
      if (at === 3) for (const _ of index.pack());
      index.add(text, at);
    }
    for (const word of ['西林', '林', 'vit', 'min c', '25g*2', 'g*24粒', '钠', 'zzz', '西林瓶子'])
      expect(
        index.find(word).flatMap((id) => [...index.ownersOf(id)]),
        word,
      ).toEqual(texts.flatMap((text, at) => (text !== '' && text.includes(word) ? [at] : [])));
  });
});
