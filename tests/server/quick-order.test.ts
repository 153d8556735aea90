import { and, eq, inArray, ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import writeExcel from 'write-excel-file/node';
import * as known from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { rebuyPreview } from '#lib/contract/orders/calls.ts';
import { bestCart, boughtPage, type MatchOutput, matchOutput } from '#lib/contract/quick-order/calls.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { addLines } from '#lib/server/cart/add.ts';
import { listCart } from '#lib/server/cart/list.ts';
import {
  cartLine,
  company,
  goods,
  orderLine,
  order as orderTable,
  purchaseMemory,
  tableMapping,
} from '#lib/server/db/schema.ts';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { previewRebuy } from '#lib/server/orders/rebuy-preview.ts';
import { moveCartLines, planBestCart, setShelfLife } from '#lib/server/quick-order/best.ts';
import { listFastBuy } from '#lib/server/quick-order/bought.ts';
import { matchPurchase, rememberPurchase } from '#lib/server/quick-order/match.ts';
import { listHeldGoods } from '#lib/server/quick-order/rows.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf as contextFor, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { refusalOf } from '#tests/support/refusal.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const apply = routeOf(api.moveCartLines);
const best = routeOf(api.bestCart);
const match = routeOf(api.matchPurchase);
const remember = routeOf(api.rememberPurchase);
const fastBuy = routeOf(api.fastBuy);

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const other = await contextOf(db, 'other');
const cookie = await loginAs('demo');
afterAll(closeCatalogue);

const matchText = (text: string, context = demo) => matchPurchase(context, { text });
async function fileOf(content: BlobPart, name: string) {
  const bytes = await new Blob([content]).bytes();
  return matchPurchase(demo, { file: { name, type: '', bytes } });
}

describe('matching', () => {
  beforeEach(() => db.delete(purchaseMemory));

  it('answers rows in three grades, with offers that may be added as they are', async () => {
    const text = '阿莫西林胶囊 0.25g*24粒 珞珩 100盒\namxljn 10盒\n念念片 10mg 2瓶\n老板你好\n';
    const answer = await request<MatchOutput>(match, { body: { text }, cookie });
    expect(answer.code).toBe(200);
    const { rows, counts } = matchOutput.parse(answer.data);
    expect(counts).toEqual({ sure: 1, check: 1, none: 1 });
    expect(rows[0]).toMatchObject({ grade: 'sure', number: 100, goods: { name: '阿莫西林胶囊', is_buy: 1 } });
    expect(rows[0]!.goods?.price).toMatch(/^\d+\.\d{2}$/);
    const { id, ck_id } = rows[0]!.goods!;
    const added = await addLines(
      db,
      demo.actor.account,
      [{ goods_id: id, ck_id, type: 0, number: 100 }],
      demo.now,
    );
    expect(added.added[0]?.number).toBe(100);
    expect(rows[1]!.others.length).toBeGreaterThan(0);
    await db.delete(cartLine);
  });

  it('shows no price to whoever may see none, and is for buyers', async () => {
    const answer = await request<MatchOutput>(match, {
      body: { text: '阿莫西林胶囊 0.25g*24粒 珞珩 100盒' },
      cookie: await loginAs('pending'),
    });
    expect(answer.data.rows[0]).toMatchObject({ grade: 'none', number: 0 });
    expect(JSON.stringify(answer.data)).not.toMatch(/\d+\.\d{2}"|price/);
    expect((await request(match, { body: { text: '阿莫西林胶囊' } })).code).toBe(401);
  });

  it('looks at what it changed: packs, cases, stock, and goods that cannot be bought', async () => {
    const { rows } = await matchText('健儿消食口服液 1盒\n健儿消食口服液 2件\n中药饮片黄芪 1kg');
    expect(rows.map(({ grade }) => grade)).toEqual(['check', 'sure', 'check']);
    expect(rows[1]!.reason).toContain('2件按每件100盒，共200盒');
    expect(rows[1]!.number).toBe(200);
    const clinic = await contextOf(db, 'clinic');
    const herb = await matchText('炒白术 1kg 樟岐 4袋', clinic);
    expect(herb.rows[0]).toMatchObject({ grade: 'none', number: 0 });
    expect(herb.rows[0]!.reason).toContain('经营范围');
  });

  describe('a number that is changed', () => {
    const name = '布洛芬缓释胶囊 0.3g*20粒';
    const line = `${name} 湖北逸砚制药有限公司`;
    const plain = eq(goods.id, known.goodsPlain);
    type Terms = Partial<typeof goods.$inferInsert>;
    let kept: typeof goods.$inferSelect;
    let rivals: number[];

    beforeEach(async () => {
      kept = (await db.query.goods.findFirst({ where: plain }))!;
      const rows = await db
        .update(goods)
        .set({ isOnShelf: false })
        .where(and(eq(goods.productId, kept.productId), ne(goods.id, kept.id), eq(goods.isOnShelf, true)))
        .returning({ id: goods.id });
      rivals = rows.map(({ id }) => id);
    });
    afterEach(async () => {
      const { id: _, ...was } = kept;
      await db.update(goods).set(was).where(plain);
      await db.update(goods).set({ isOnShelf: true }).where(inArray(goods.id, rivals));
      await db.update(company).set({ minShelfLifeDays: 0 });
      await closeCatalogue();
    });

    /** The answer while only this offer of the product is on the shelf: 10 a pack, 600 in stock. */
    async function rowOf(text: string, terms: Terms = {}) {
      await db
        .update(goods)
        .set({ stock: 600, packStep: 10, minQuantity: 1, ...terms })
        .where(plain);
      await closeCatalogue();
      const { rows } = await matchPurchase(await contextOf(db, 'demo'), { text });
      return rows[0]!;
    }

    it.each<[string, string, Terms, number, string]>([
      ['stock', '1000盒', {}, 600, '库存仅600盒，数量由1000盒改为600盒'],
      ['stock, not the packing', '1003盒', {}, 600, '库存仅600盒，数量由1003盒改为600盒'],
      ['both', '1000盒', { stock: 605 }, 600, '库存仅605盒，中包装10盒，数量由1000盒改为600盒'],
      ['the packing', '605盒', { stock: 605 }, 600, '中包装10盒，数量由605盒改为600盒'],
      ['the packing, upwards', '1盒', {}, 10, '中包装10盒，数量由1盒改为10盒'],
      ['the least quantity', '10盒', { minQuantity: 20 }, 20, '20盒起购，数量由10盒改为20盒'],
      ['it, packed', '1盒', { minQuantity: 15 }, 20, '15盒起购，中包装10盒，数量由1盒改为20盒'],
      ['a limit', '1000盒', { limitQuantity: 50 }, 50, '限购总数50，还可购买50盒，数量由1000盒改为50盒'],
      ['one a day', '1000盒', { dayLimit: 200 }, 200, '每日限购200，还可购买200盒，数量由1000盒改为200盒'],
      ['a case that is cut', '3件', {}, 600, '3件按每件240盒，共720盒；库存仅600盒，数量由720盒改为600盒'],
    ])('is told with its cause: %s', async (_, wanted, terms, number, reason) => {
      const row = await rowOf(`${line} ${wanted}`, terms);
      expect(row).toMatchObject({ grade: 'check', number, goods: { id: known.goodsPlain } });
      expect(row.reason).toBe(`${reason}，请核对`);
    });

    it('is told beside every other doubt, and not when nothing is changed', async () => {
      const cut = '库存仅600盒，数量由1200盒改为600盒，请核对';
      const slip = '品名疑有别字，按“布洛芬缓释胶囊”匹配';
      // With its whole spec a slip is none of a question.
      const misspelt = line.replace('芬', '分').replace(' 0.3g*20粒', '');
      const both = `${cut.replace('，请核对', '')}；${slip}，请核对`;
      expect(await rowOf(`${misspelt} 1200盒`)).toMatchObject({ grade: 'check', reason: both });
      expect((await rowOf(`${misspelt} 5件`)).reason).toBe(`5件按每件240盒，共1200盒；${both}`);
      expect((await rowOf(`${misspelt} 100盒`)).reason).toBe(`${slip}，请核对`);
      await db.update(company).set({ minShelfLifeDays: 1_000 });
      const soon = new Date(demo.now.getTime() + 90 * 86_400_000).toISOString().slice(0, 10);
      const short = await rowOf(`${line} 1200盒`, { expiresOn: soon });
      expect(short.reason).toMatch(
        /^库存仅600盒，数量由1200盒改为600盒；剩余效期\d+天，短于贵司设定的最低效期，请核对$/,
      );
      await db.update(company).set({ minShelfLifeDays: 0 });
      expect((await rowOf(`${line} 600盒`)).grade).toBe('sure');
    });
  });

  it('remembers a correction for the company, and for nobody else', async () => {
    const line = '念念片 10mg 2瓶';
    const { rows } = await matchText('盐酸普萘洛尔片 10mg*100片 珞珩 2瓶');
    const product = rows[0]!.goods!.product_id;
    const chosen = await matchPurchase(demo, { rows: [{ text: line, product_id: product }] });
    expect(chosen.rows[0]).toMatchObject({ goods: { product_id: product }, text: line });
    const body = { rows: [{ text: line, product_id: product }] };
    // Twice at once and twice in a row: once.
    await Promise.all([request(remember, { body, cookie }), request(remember, { body, cookie })]);
    expect(await request(remember, { body, cookie })).toMatchObject({ code: 200, data: { total: 1 } });
    expect(await db.$count(purchaseMemory)).toBe(1);
    const again = await matchText('念念片 10mg 50瓶');
    expect(again.rows[0]).toMatchObject({ grade: 'sure', number: 50, goods: { product_id: product } });
    expect(again.rows[0]!.reason).toContain('上次的选择');
    expect((await matchText(line, other)).rows[0]).toMatchObject({ grade: 'none', goods: null });
    // Another strength is another line.
    expect((await matchText('念念片 20mg 2瓶')).rows[0]!.grade).toBe('none');
    const unknown = { rows: [{ text: line, product_id: 999_999 }] };
    expect((await refusalOf(rememberPurchase(demo, unknown))).code).toBe(404);
    expect((await refusalOf(matchPurchase(demo, unknown))).code).toBe(404);
  });

  it('reads spreadsheets by their heads, and CSV with and without', async () => {
    const table = [
      ['序号', '商品名称', '规格', '生产厂家', '单价', '采购数量', '单位'],
      [1, '阿莫西林胶囊', '0.25g*24粒', '辽宁珞珩制药有限公司', 5.2, 100, '盒'],
      [2, '健儿消食口服液', '10ml*6支', '', 12, 100, '盒'],
    ].map((row) => row.map((value) => ({ value })));
    // biome-ignore lint/suspicious/noExplicitAny: the library's row type names every column
    const sheet = await (writeExcel as any)(table).toBuffer();
    const read = await fileOf(sheet, '采购单.xlsx');
    expect(read.rows.map(({ grade, given, number }) => [grade, given, number])).toEqual([
      ['sure', 100, 100],
      ['sure', 100, 100],
    ]);
    const csv = await fileOf('阿莫西林胶囊,0.25g*24粒,珞珩,100\n健儿消食口服液,10ml*6支,,100\n', '单.csv');
    expect(csv.counts.sure).toBe(2);
  });

  it('says how it read the columns, takes them as the company chose, and remembers that for it alone', async () => {
    const text = '品名,规格,厂家,计划数量,需求数量\n阿莫西林胶囊,0.25g*24粒,珞珩,3,100\n';
    const asked = await fileOf(text, '单.csv');
    expect(asked).toMatchObject({
      rows: [],
      table: { questions: [expect.stringContaining('“计划数量”“需求数量”')] },
    });
    const columns = ['name', 'spec', 'maker', '', 'quantity'];
    const file = { name: '单.csv', type: '', bytes: new Uint8Array(Buffer.from(text)) };
    const chosen = await matchPurchase(demo, { file: structuredClone(file), columns });
    expect(chosen.rows).toMatchObject([{ grade: 'sure', given: 100 }]);
    // Pasted out of the same sheet it is the same table.
    const again = await matchText(text.replaceAll(',', '\t'));
    expect(again).toMatchObject({ rows: [{ given: 100 }], table: { is_remembered: 1, questions: [] } });
    expect((await matchPurchase(other, { file: structuredClone(file) })).table).toMatchObject({
      is_remembered: 0,
    });
    const wrong = { file: structuredClone(file), columns: ['name'] };
    expect((await refusalOf(matchPurchase(demo, wrong))).code).toBe(422);
    // Two choices at once: one of them stands, and nothing fails.
    await Promise.all(
      [columns, columns.toReversed().with(0, '').with(1, 'quantity')].map((one) =>
        matchPurchase(demo, { text: text.replaceAll(',', '\t'), columns: one }).catch(() => null),
      ),
    );
    expect(await db.$count(tableMapping)).toBe(1);
  });

  it('says that a spreadsheet has cut a code', async () => {
    const { rows } = await fileOf('条形码,数量\n8.6999E+13,2\n', '单.csv');
    expect(rows).toMatchObject([{ grade: 'none', reason: expect.stringContaining('科学计数') }]);
    const named = await matchText('阿莫西林胶囊 0.25g*24粒 珞珩 6.90123E+12 100盒');
    expect(named.rows).toMatchObject([
      { grade: expect.not.stringMatching('sure'), reason: expect.stringContaining('科学计数') },
    ]);
  });

  it('is never certain of a quantity that is none, and says so', async () => {
    const line = '布洛芬缓释胶囊 0.3g*20粒 湖北逸砚制药有限公司';
    const good = await matchText(`${line} 10盒\n${line}-10盒`);
    expect(good.rows.map(({ grade }) => grade)).toEqual(['sure', 'sure']);
    const broken = ['-10盒', '－10盒', '0盒', '1.5盒', '-10', '0', 'x-10'];
    const pasted = await matchText(broken.map((one) => `${line} ${one}`).join('\n'));
    const cells = ['-20', '0', '1.5', '－20', '-20盒', '0.00'];
    const csv = await fileOf(
      `品名,规格,厂家,数量\n${cells.map((one) => `${line.replaceAll(' ', ',')},${one}`).join('\n')}\n`,
      '单.csv',
    );
    const bare = await fileOf(
      cells.map((one) => `${line.replaceAll(' ', ',')},${one}`).join('\n'),
      '无表头.csv',
    );
    const rows = [...pasted.rows, ...csv.rows, ...bare.rows];
    expect(rows).toHaveLength(broken.length + 2 * cells.length);
    for (const row of rows)
      expect(row).toMatchObject({
        grade: 'check',
        given: null,
        reason: expect.stringContaining('数量不正确'),
        goods: { name: '布洛芬缓释胶囊' },
      });
  });

  it.each<[string, BlobPart, string, RegExp]>([
    ['an empty file', '', '空.csv', /空的/],
    ['a broken XLSX', `PK\u0003\u0004${'x'.repeat(200)}`, '坏.xlsx', /不是完好的/],
    ['an old .xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), '旧.xls', /旧版/],
    ['no text at all', new Uint8Array([0, 1, 2, 0xff, 0xfe, 0]), '图.csv', /编码|没有读到/],
    ['a quote that never ends', '"阿莫西林胶囊,10', '单.csv', /引号/],
    ['a NUL', '阿莫西林\0胶囊,10', '单.csv', /编码/],
    ['more than 10 MB', '阿莫西林胶囊 10盒\n'.repeat(500_000), '大.csv', /10 MB/],
    ['501 lines', '阿莫西林胶囊 10盒\n'.repeat(501), '多.csv', /最多匹配500行/],
  ])('refuses %s with a sentence', async (_, content, name, sentence) => {
    const error = await refusalOf(fileOf(content, name));
    expect([error.code, error.message]).toEqual([422, expect.stringMatching(sentence)]);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['nothing', {}, /请粘贴采购清单/],
    ['blank text', { text: ' \n ' }, /没有读到商品/],
    ['501 lines', { text: '阿莫西林胶囊 10盒\n'.repeat(501) }, /最多匹配500行/],
    ['too long a text', { text: '药'.repeat(100_001) }, /内容过长/],
    ['a NUL', { text: '阿莫西林\0胶囊' }, /不允许的字符/],
    ['text and rows', { text: '阿莫西林', rows: [{ text: '阿莫西林' }] }, /请粘贴采购清单/],
    ['a row without words', { rows: [{ text: ' ' }] }, /请填写商品/],
    ['an odd number', { rows: [{ text: '阿莫西林', number: -3 }] }, /数量须为/],
    ['501 rows', { rows: Array.from({ length: 501 }, () => ({ text: '阿莫西林' })) }, /最多匹配500行/],
  ])('refuses %s', async (_, body, sentence) => {
    const answer = await request(match, { body, cookie });
    expect([answer.code, answer.message]).toEqual([422, expect.stringMatching(sentence)]);
  });
});

describe('bought before', () => {
  it('counts what the company paid for, in three orders, bound to the company', async () => {
    const day = 86_400_000;
    const at = (days: number) => new Date(demo.now.getTime() - days * day);
    for (const [days, wants] of [
      [40, [{ goodsId: known.goodsPlain, number: 20 }]],
      [
        10,
        [
          { goodsId: known.goodsPlain, number: 30 },
          { goodsId: known.goodsAntibioticElsewhere, number: 20 },
        ],
      ],
      [20, [{ goodsId: known.goodsPlainSecond, number: 20 }]],
    ] as const) {
      const trade = await order(db, demo.actor.account, wants);
      await pay(db, demo.actor.account, trade.trade_no);
      await db
        .update(orderTable)
        .set({ createdAt: at(days) })
        .where(eq(orderTable.tradeNo, trade.trade_no));
    }
    // Never paid: not bought.
    await order(db, demo.actor.account, [{ goodsId: known.goodsPlainElsewhere, number: 20 }]);
    const ids = async (by: string) =>
      boughtPage
        .parse((await request(fastBuy, { path: `/api/user/fast-buy?order=${by}`, cookie })).data)
        .list.map(({ id }) => id);
    expect((await ids('times'))[0]).toBe(known.goodsPlain);
    expect((await ids('last')).at(-1)).toBe(known.goodsPlainSecond);
    expect((await ids('due'))[0]).toBe(known.goodsPlain);
    const listBy = async (by: 'net' | 'last_price', page = 1, size = 20) =>
      (await listFastBuy(demo, { order: by, page, size })).list;
    const rising = (prices: (string | undefined)[]) => {
      const yuan = prices.map(Number);
      expect(yuan).toEqual(yuan.toSorted((a, b) => a - b));
    };
    const byNet = await listBy('net');
    expect(new Set(byNet.map(({ net }) => net?.price)).size).toBe(3);
    rising(byNet.map(({ net }) => net?.price));
    rising((await listBy('last_price')).map((one) => one.last_price));
    expect(await listBy('net', 2, 2)).toEqual(byNet.slice(2));
    const { list, total } = await listFastBuy(demo, { order: 'due', page: 1, size: 1 });
    expect(total).toBe(3);
    expect(list[0]).toMatchObject({ times: 2, last_number: 30, net: { number: 30 } });
    expect(Math.round((Date.parse(list[0]!.due_at!) - demo.now.getTime()) / day)).toBe(20);
    expect((await listFastBuy(other, { order: 'times', page: 1, size: 20 })).total).toBe(0);
    const all = await listFastBuy(demo, { order: 'times', page: 1, size: 100 });
    const [first] = all.list;
    const named = await listFastBuy(demo, { order: 'times', keywords: first!.name, page: 1, size: 100 });
    expect(named.total).toBe(all.list.filter(({ name }) => name.includes(first!.name)).length);
    // % is a letter here, no pattern; and no merchant is another company's way in.
    expect((await listFastBuy(demo, { order: 'times', keywords: '%', page: 1, size: 20 })).total).toBe(0);
    const { id: merchant } = all.merchants[0]!;
    expect((await listFastBuy(other, { order: 'times', merchant, page: 1, size: 20 })).total).toBe(0);
    expect((await listFastBuy(demo, { order: 'times', merchant, page: 1, size: 20 })).total).toBeGreaterThan(
      0,
    );
    const odd = await request(fastBuy, { path: '/api/user/fast-buy?order=price', cookie });
    expect([odd.code, odd.message]).toEqual([422, '排序方式不正确']);
  });

  it('puts what is due before what was given up long ago, and both before what was bought once', async () => {
    const [buyer] = await makeBuyers(db, 1, 2_000_000);
    const day = 86_400_000;
    const [usual, givenUp, once] = [
      await makeGoods(db, known.goodsPlain, 1000),
      await makeGoods(db, known.goodsPlain, 1000),
      await makeGoods(db, known.goodsPlain, 1000),
    ];
    for (const [days, goodsId] of [
      [200, givenUp],
      [190, givenUp],
      [60, usual],
      [10, usual],
      [5, once],
    ] as const) {
      const trade = await order(db, buyer!, [{ goodsId, number: 20 }]);
      await pay(db, buyer!, trade.trade_no);
      await db
        .update(orderTable)
        .set({ createdAt: new Date(Date.now() - days * day) })
        .where(eq(orderTable.tradeNo, trade.trade_no));
    }
    const { list } = await listFastBuy(contextFor(db, buyer!), { order: 'due', page: 1, size: 20 });
    expect(list.map(({ id }) => id)).toEqual([usual, givenUp, once]);
  });

  it('says what a piece cost last time on the average, where the pieces cost different prices', async () => {
    const trade = await order(db, demo.actor.account, [{ goodsId: known.goodsFlash, number: 100 }]);
    await pay(db, demo.actor.account, trade.trade_no);
    const [line] = await db.select().from(orderLine).where(eq(orderLine.orderNo, trade.orders[0]!.no));
    expect(line!.unitPrice * 100).toBeLessThan(line!.gross);
    const { list } = await listFastBuy(demo, { order: 'last', page: 1, size: 1 });
    expect(list[0]).toMatchObject({
      id: known.goodsFlash,
      last_price: formatYuan(Math.round(line!.gross / 100)),
    });
  });
});

describe('the best cart', () => {
  beforeEach(async () => {
    await db.delete(cartLine);
    await db.update(company).set({ minShelfLifeDays: 0 });
  });

  async function fill(context = demo) {
    const { added } = await addLines(
      db,
      context.actor.account,
      [known.goodsAntibioticElsewhere, known.goodsPlainElsewhere].map((goods_id) => ({
        goods_id,
        type: 0,
        number: 200,
      })),
      context.now,
    );
    return added.map(({ id }) => id);
  }

  it('proposes what is cheaper, is applied and undone to the fen', async () => {
    // One of the same products for a song, at the house, where it is bought without another freight.
    await db
      .update(goods)
      .set({ price: 100, memberPrice: 100, rankPrices: {} })
      .where(eq(goods.id, known.goodsPlain));
    const ids = await fill();
    const before = await db.select().from(cartLine);
    const plan = bestCart.parse(await planBestCart(demo, { ids }));
    expect(plan.moves.map(({ to }) => to.goods_id)).toContain(known.goodsPlain);
    expect(Number(plan.saving_amount)).toBeGreaterThan(0);
    const there = plan.moves.map(({ id, from, to }) => ({
      id,
      from_goods_id: from.goods_id,
      goods_id: to.goods_id,
    }));
    // Without some moves, and with merchants that stay: the same rule prices what is left.
    const [only] = plan.moves;
    const taken = [{ id: only!.id, goods_id: only!.to.goods_id }];
    const part = bestCart.parse(await planBestCart(demo, { ids, taken }));
    expect(part.moves.map(({ id, to }) => ({ id, goods_id: to.goods_id }))).toEqual(taken);
    expect(part.pay_amount).toBe(plan.pay_amount);
    expect(part.moves[0]!.saving_amount).toBe(part.saving_amount);
    expect((await planBestCart(demo, { ids, taken: [] })).saving_amount).toBe('0.00');
    const keep = plan.moves.map(({ from }) => from.merchant_id);
    expect((await planBestCart(demo, { ids, keep_merchant_ids: keep })).moves).toEqual([]);
    const strange = [{ id: only!.id, goods_id: known.goodsPlainSecond }];
    expect((await refusalOf(planBestCart(demo, { ids, taken: strange }))).code).toBe(409);
    expect((await refusalOf(planBestCart(other, { ids, taken }))).code).toBe(404);
    await moveCartLines(demo, { moves: there });
    expect((await planBestCart(demo, { ids })).pay_amount).toBe(plan.best_amount);
    const back = there.map(({ id, from_goods_id, goods_id }) => ({
      id,
      from_goods_id: goods_id,
      goods_id: from_goods_id,
    }));
    await moveCartLines(demo, { moves: back });
    const facts = (rows: typeof before) =>
      rows.map(({ id, goodsId, number }) => [id, goodsId, number]).sort();
    expect(facts(await db.select().from(cartLine))).toEqual(facts(before));
    // The same change twice at once: once, and no line is lost.
    const both = await Promise.allSettled([
      moveCartLines(demo, { moves: there }),
      moveCartLines(demo, { moves: there }),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await db.$count(cartLine)).toBe(before.length);
  });

  it.each([
    ['a promotion', known.goodsSpecial],
    ['a ladder that begins at one piece', known.goodsWithLadderUpTo],
  ])('stores the price at adding as a plain add does: %s', async (_, cheap) => {
    const { added } = await addLines(db, demo.actor.account, [{ goods_id: cheap, type: 0 }], demo.now);
    const [plain] = await db.select().from(cartLine).where(eq(cartLine.goodsId, cheap));
    const target = (await db.query.goods.findFirst({ where: eq(goods.id, cheap) }))!;
    expect(plain!.priceWhenAdded).toBeLessThan(target.price);
    await db.delete(cartLine);
    const from = await makeGoods(db, cheap, 1_000);
    const there = [{ goods_id: from, type: 0 as const, number: added[0]!.number }];
    const [line] = (await addLines(db, demo.actor.account, there, demo.now)).added;
    await moveCartLines(demo, { moves: [{ id: line!.id, from_goods_id: from, goods_id: cheap }] });
    const [moved] = await db.select().from(cartLine);
    expect(moved).toMatchObject({ goodsId: cheap, priceWhenAdded: plain!.priceWhenAdded });
    const { data, filter_data } = await listCart(demo);
    expect(data[0]).not.toHaveProperty('price_change');
    expect(filter_data.filter(({ id, count }) => id === 4 && count > 0)).toEqual([]);
  });

  it('keeps to the shelf life that the company asks for', async () => {
    const soon = new Date(demo.now.getTime() + 60 * 86_400_000).toISOString().slice(0, 10);
    await db
      .update(goods)
      .set({ price: 100, memberPrice: 100, rankPrices: {}, expiresOn: soon })
      .where(eq(goods.id, known.goodsPlain));
    expect(await setShelfLife(demo, { days: 180 })).toEqual({ days: 180 });
    const ids = await fill();
    const plan = await planBestCart(await contextOf(db, 'demo'), { ids });
    expect(plan.days).toBe(180);
    expect(plan.moves.map(({ to }) => to.goods_id)).not.toContain(known.goodsPlain);
    expect((await contextOf(db, 'other')).actor.account.minShelfLifeDays).toBe(0);
  });

  it('touches only the own cart, and only the same product', async () => {
    const ids = await fill();
    expect((await refusalOf(planBestCart(other, { ids }))).code).toBe(404);
    const [line] = await db.select().from(cartLine).where(inArray(cartLine.id, ids));
    const move = { id: line!.id, from_goods_id: line!.goodsId!, goods_id: known.goodsPlainSecond };
    const wrong = await refusalOf(moveCartLines(demo, { moves: [move] }));
    expect([wrong.code, wrong.message]).toEqual([422, '只能换成同一商品的其他商家']);
    const same = line!.goodsId === known.goodsPlainElsewhere ? known.goodsPlain : known.goodsAntibiotic;
    const fits = { ...move, goods_id: same };
    expect((await refusalOf(moveCartLines(other, { moves: [fits] }))).code).toBe(409);
    expect(await listHeldGoods(db, demo.actor.account)).not.toContain(same);
    expect((await request(apply, { body: { moves: [] }, cookie })).code).toBe(422);
    expect((await request(best, { body: { ids: ['x'] }, cookie })).code).toBe(422);
    expect((await request(best, { body: { ids: [1] } })).code).toBe(401);
  });
});

describe('buying an order again', () => {
  it('tells price, stock and who else has it, to its own company only', async () => {
    const costly = await makeGoods(db, known.goodsPlain, 100);
    const gone = await makeGoods(db, known.goodsAntibiotic, 100);
    const trade = await order(db, demo.actor.account, [
      { goodsId: costly, number: 20 },
      { goodsId: gone, number: 20 },
    ]);
    await db
      .update(goods)
      .set({ memberPrice: 9900, price: 9900, rankPrices: {}, stock: 5 })
      .where(eq(goods.id, costly));
    await db.update(goods).set({ isOnShelf: false }).where(eq(goods.id, gone));
    await closeCatalogue();
    const rows = [];
    for (const { no } of trade.orders)
      rows.push(...rebuyPreview.parse(await previewRebuy(demo, { no })).rows);
    const dearer = rows.find(({ goods_id }) => goods_id === costly)!;
    expect(dearer).toMatchObject({ number: 5, price_now: '99.00' });
    expect(dearer.changes.map(({ kind }) => kind)).toEqual(['dearer', 'number']);
    const missing = rows.find(({ goods_id }) => goods_id === gone)!;
    expect(missing.changes[0]).toMatchObject({ kind: 'gone' });
    expect(missing.goods?.product_id).toBe(1);
    expect(missing.goods?.id).not.toBe(gone);
    expect((await refusalOf(previewRebuy(other, { no: trade.orders[0]!.no }))).code).toBe(404);
  });
});
