/** Lists in four styles, as purchasers write them: read right at first, asked little, and never wrong unseen. */
import { afterAll, expect, it } from 'vitest';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { matchPurchase } from '#lib/server/quick-order/match.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { refusalOf } from '#tests/support/refusal.ts';
import { measureWritten, readWritten, styles } from '#tests/support/written-lists.ts';

const { db } = await testDatabase();
afterAll(closeCatalogue);

it.each(styles)('a list in the style %s', async (style) => {
  expect(readWritten(style).filter(({ meant }) => meant.length > 0)).toHaveLength(60);
  const talk = new Set(readWritten(style).flatMap(({ line, meant }) => (meant.length === 0 ? [line] : [])));
  const figures = await measureWritten(await contextOf(db, 'demo'), style);
  const { lines, right, ready, unmarked, pressed, factors } = figures;
  const text = `${style}: right ${right}, ready ${ready}, wrong without a mark ${unmarked.length}, after 全部确认 ${pressed.length}, off by a factor ${factors.length} of ${lines}`;
  process.stdout.write(`${text}\n`);
  if (process.env.SHOW_LISTS) process.stdout.write(`${JSON.stringify(figures, null, 1)}\n`);
  expect([...unmarked, ...pressed, ...factors]).toEqual([]);
  expect(right / lines, `${text}\n${figures.wrong.join('\n')}`).toBeGreaterThanOrEqual(0.92);
  expect(ready / lines, `${text}\n${figures.asked.join('\n')}`).toBeGreaterThanOrEqual(0.55);
  // A line that names no goods becomes no row.
  expect(figures.wrong.filter((one) => talk.has(one.split(' → ')[0] ?? ''))).toEqual([]);
});

it('lines that were once read wrong are read right, or asked about', async () => {
  const { lines, right, unmarked, pressed, factors, wrong } = await measureWritten(
    await contextOf(db, 'demo'),
    'open',
  );
  expect([...unmarked, ...pressed, ...factors, ...wrong]).toEqual([]);
  expect(right).toBe(lines);
});

it('a form alone names no goods, and a drug of one character does', async () => {
  const rows = await matchText(
    ['蓝芩口服液 10ml*12支 5盒', '小儿柴桂口服液 10盒', '锌口服液 10盒'].join('\n'),
  );
  expect(rows.map(({ goods, grade }) => [goods?.name, grade])).toEqual([
    [undefined, 'none'],
    [undefined, 'none'],
    ['锌口服液', 'sure'],
  ]);
});

const matchText = async (text: string) => (await matchPurchase(await contextOf(db, 'demo'), { text })).rows;

it('asks where a piece is dearer than the list expects by more than a twentieth, in a line and in a column', async () => {
  const line = '布洛芬缓释胶囊 0.3g*20粒 逸砚';
  const [row] = await matchText(`${line} 30盒`);
  expect(row).toMatchObject({ grade: 'sure', number: 30 });
  const each = Number(row!.goods!.price);
  const dear = (each / 1.2).toFixed(2);
  const [asked] = await matchText(`${line} 30盒 单价${dear}`);
  expect(asked).toMatchObject({
    grade: 'check',
    kinds: ['price'],
    number: 30,
    goods: { id: row!.goods!.id },
  });
  expect(asked!.reason).toContain(`您写单价${dear}元，现价`);
  expect((await matchText(`${line} 30盒 ${each.toFixed(2)}`))[0]).toMatchObject({
    grade: 'sure',
    number: 30,
  });
  const table = `品名\t规格\t厂家\t单价\t数量\n布洛芬缓释胶囊\t0.3g*20粒\t逸砚\t${dear}\t30`;
  expect((await matchText(table))[0]).toMatchObject({ grade: 'check', kinds: ['price'], given: 30 });
});

it('goes up to the next pack with a note, and asks where that is another amount', async () => {
  const [row] = await matchText('布洛芬缓释胶囊 0.3g*20粒 逸砚 15盒');
  expect(row).toMatchObject({ grade: 'sure', number: 20, kinds: [] });
  expect(row!.reason).toContain('中包装10盒，数量由15盒改为20盒');
  expect((await matchText('布洛芬缓释胶囊 0.3g*20粒 逸砚 3盒'))[0]).toMatchObject({
    grade: 'check',
    number: 10,
    kinds: ['quantity'],
  });
});

it('asks where the shelf life is shorter than the line wants', async () => {
  const line = '布洛芬缓释胶囊 0.3g*20粒 逸砚 30盒';
  expect((await matchText(`${line} 效期要1个月以上`))[0]!.grade).toBe('sure');
  const [row] = await matchText(`${line} 效期要60个月以上`);
  expect(row).toMatchObject({ grade: 'check', number: 30, kinds: ['expiry'] });
});

it('makes a row of each goods of a line, also of one that nobody knows', async () => {
  const names = async (text: string) =>
    (await matchText(text)).map(({ text: own, goods, number }) => [own, goods?.name, number]);
  expect(await names('感冒灵 20 布洛芬缓释 20 甲硝唑片100片30')).toEqual([
    ['感冒灵 20', '感冒灵颗粒', 20],
    ['布洛芬缓释 20', '布洛芬缓释胶囊', 20],
    ['甲硝唑片100片30', '甲硝唑片', 30],
  ]);
  expect(await names('逍遥丸 200丸 20瓶 某某神丹 10盒')).toEqual([
    ['逍遥丸 200丸 20瓶', '逍遥丸', 20],
    ['某某神丹 10盒', undefined, 0],
  ]);
  expect(await names('厄贝沙坦氢氯噻嗪片 150mg/12.5mg*7片 20盒')).toHaveLength(1);
});

it('names what it left out, and refuses a text of nothing else', async () => {
  const demo = await contextOf(db, 'demo');
  const { rows, left_out } = await matchPurchase(demo, {
    text: '麻烦早点发货\n布洛芬缓释胶囊 20盒\n王店长 09:12',
  });
  expect([rows.length, left_out]).toEqual([1, ['麻烦早点发货']]);
  expect((await refusalOf(matchPurchase(demo, { text: '麻烦早点发货' }))).code).toBe(422);
});
