/** Taxes of a merchant's items at the desk: cells, many, tables; by days; who may. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ChangeSetWire, MadeChange, MadeTable } from '#lib/contract/changes.ts';
import { changeList } from '#lib/contract/desk/lists/changes.ts';
import { taxList } from '#lib/contract/desk/lists/tax.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { changeJobs } from '#lib/server/changes/jobs.ts';
import type { Context } from '#lib/server/core/context.ts';
import { runOnce } from '#lib/server/core/jobs/runner.ts';
import { listTaxesAt } from '#lib/server/invoices/tax-rows.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const { db, pool } = await testDatabase();
const { rows: sold } = await pool.query(
  `select id, merchant_id from goods where merchant_id = (select merchant_id from goods where id = $1) order by id limit 3`,
  [goodsPlain],
);
const merchantId: number = sold[0].merchant_id;
const ids: number[] = sold.map(({ id }) => id);
const [first = 0, second = 0] = ids;
const code = '1070302990000000000';
const today = dayKey(Date.now());
const day = (days: number) => dayKey(Date.now() + days * 86_400_000);

let finance: Person;
let clerk: Person;
let orders: Person;
let other: Person;
let platform: Person;

beforeAll(async () => {
  finance = await person(db, 'zhangwu', 'finance', merchantId);
  clerk = await person(db, 'shangpin', 'goods', merchantId);
  orders = await person(db, 'dingdan', 'orders', merchantId);
  other = await person(db, 'bieren', 'finance', merchantId + 1);
  platform = await person(db, 'pingtai', 'finance');
});

beforeEach(async () => {
  await pool.query('delete from goods_tax where goods_id = any($1)', [ids]);
});

type Cells = Record<string, string>;
const subject = 'goods_tax';
const make = (body: object, { cookie }: Person = finance) =>
  request<MadeChange>(routeOf(api.makeChange), {
    cookie,
    body: { subject, token: randomUUID(), reason: '', ...body },
  });
const row = (id: number, values: Cells, seen?: Cells, who: Person = finance) =>
  make({ source: 'row', ids: [id], values, ...(seen && { seen }) }, who);
const act = (id: number, verb: string) =>
  request<ChangeSetWire>(routeOf(api.actOnChange), {
    cookie: finance.cookie,
    params: { id: String(id) },
    body: { verb },
  });
/** A reader of the lists, of a merchant or (null) the platform. */
const reader = (role: 'finance' | 'goods', of: number | null = merchantId): Context<'staff'> => ({
  db,
  now: new Date(),
  requestId: 'test',
  actor:
    of === null
      ? { kind: 'platform', name: 'x', merchantId: null, role }
      : { kind: 'merchant', name: 'x', merchantId: of, role },
});
const full = { taxRate: '13%', taxCode: code };
const taxesOf = async (id: number) =>
  (
    await pool.query(
      'select valid_from::text as day, rate, policy, set_by, version from goods_tax where goods_id = $1 order by valid_from',
      [id],
    )
  ).rows.map((one) => `${one.day} ${one.rate} ${one.policy} ${one.set_by} ${one.version}`);

describe('the tax of an item', () => {
  it('is set from today where no day is said, by who is named', async () => {
    expect((await row(first, full)).code).toBe(200);
    expect(await taxesOf(first)).toEqual([`${today} 13 none zhangwu 1`]);
  });

  it('is corrected on its own day, and followed by another one later', async () => {
    await row(first, { ...full, taxFrom: '2026-01-01' });
    await row(first, { taxRate: '9%' });
    await row(first, { taxRate: '6%' });
    await row(first, { taxRate: '3%', taxPolicy: '按3%简易征收', taxFrom: day(3) });
    expect(await taxesOf(first)).toEqual([
      '2026-01-01 13 none zhangwu 1',
      `${today} 6 none zhangwu 2`,
      `${day(3)} 3 simple_3 zhangwu 1`,
    ]);
    const rateOn = async (on: string) => (await listTaxesAt(db, merchantId, [first], on)).get(first)?.rate;
    expect([await rateOn('2025-12-31'), await rateOn('2026-06-01')]).toEqual([undefined, 13]);
    expect([await rateOn(today), await rateOn(day(2)), await rateOn(day(3))]).toEqual([6, 6, 3]);
    const { rows } = await askList(reader('finance'), taxList, { keyword: String(first) });
    expect(rows[0]).toMatchObject({ taxRate: '3', taxPolicy: 'simple_3', taxFrom: day(3), now_rate: 6 });
  });

  it.each([
    [{ taxRate: '13%' }, /还没有税率/],
    [{ ...full, taxCode: '123' }, /至少19个字/],
    [{ ...full, taxCode: 'A'.repeat(19) }, /19位数字/],
    [{ ...full, taxRate: '17%' }, /税率没有“17%”/],
    [{ ...full, taxPolicy: '免税' }, /免税商品的税率为0/],
    [{ ...full, taxRate: '0%' }, /请选择免税/],
  ])('%j is refused', async (values, sentence) => {
    const answer = await row(first, values);
    expect(answer.code).toBe(422);
    expect(answer.message).toMatch(sentence);
    expect(await taxesOf(first)).toEqual([]);
  });

  it('does not begin before the one that it follows', async () => {
    await row(first, { ...full, taxFrom: '2026-05-01' });
    expect((await row(first, { taxFrom: '2026-04-01' })).message).toMatch(/不能早于现在的2026-05-01/);
  });

  it('is changed once of two who saw the same; the other one is told', async () => {
    await row(first, full);
    const answers = await Promise.all(
      ['9%', '6%'].map((taxRate) => row(first, { taxRate }, { taxRate: '13%' })),
    );
    expect(answers.map(({ code: answered }) => answered).sort()).toEqual([200, 409]);
  });
});

describe('many items', () => {
  it('are previewed, carried out and taken back', async () => {
    const { data } = await make({ source: 'ticked', ids, values: full });
    expect(data.set).toMatchObject({ state: 'previewed', subject_text: '商品税率', needs_second: 0 });
    await act(data.set.id, 'run');
    await runOnce(db, changeJobs[0]);
    for (const id of ids) expect(await taxesOf(id)).toEqual([`${today} 13 none zhangwu 1`]);
    const again = await make({ source: 'ticked', ids, values: { taxRate: '9%' } });
    await act(again.data.set.id, 'run');
    await runOnce(db, changeJobs[0]);
    const undo = (await act(again.data.set.id, 'undo')).data;
    await act(undo.id, 'run');
    await runOnce(db, changeJobs[0]);
    expect(await taxesOf(first)).toEqual([`${today} 13 none zhangwu 3`]);
  });

  it('of a search are those that lack a tax', async () => {
    await row(first, full);
    const search = (id: number) => ({ view: 'missing', keyword: String(id) });
    const idsOf = async (id: number) =>
      (await askList(reader('finance'), taxList, search(id))).rows.map((one) => one.id);
    expect(await idsOf(first)).not.toContain(first);
    expect(await idsOf(second)).toContain(second);
    const { total } = await askList(reader('finance'), taxList, search(second));
    const { data } = await make({ source: 'found', ...search(second), found: total, values: full });
    expect(data.set.counts.ready).toBe(total);
  });

  it('come by a table, each row with its own refusal', async () => {
    const text = [
      '商品编号\t税率\t税收分类编码\t优惠政策\t生效日期',
      `${first}\t13%\t${code}\t\t2026-01-01`,
      `${second}\t0%\t${code}\t免税\t`,
      `${ids[2]}\t17%\t${code}\t\t`,
      `999999\t13%\t${code}\t\t`,
    ].join('\n');
    const { data } = await request<MadeTable>(routeOf(api.makeChangeTable), {
      cookie: finance.cookie,
      body: { subject, token: randomUUID(), text, reason: '' },
    });
    expect(data.set?.counts).toMatchObject({ ready: 2, refused: 2 });
    await act(data.set!.id, 'run');
    await runOnce(db, changeJobs[0]);
    expect(await taxesOf(first)).toEqual(['2026-01-01 13 none zhangwu 1']);
    expect(await taxesOf(second)).toEqual([`${today} 0 exempt zhangwu 1`]);
  });
});

describe('who may', () => {
  it('finance and goods people of the merchant; nobody of another one, nor the platform', async () => {
    expect((await row(first, full, undefined, clerk)).code).toBe(200);
    expect((await row(first, { taxRate: '9%' }, undefined, orders)).code).toBe(403);
    expect((await row(first, { taxRate: '9%' }, undefined, other)).code).toBe(404);
    expect((await row(first, { taxRate: '9%' }, undefined, platform)).code).toBe(404);
    expect(await taxesOf(first)).toEqual([`${today} 13 none shangpin 1`]);
  });

  it('finance changes no price, and sees no set of prices', async () => {
    const priced = { subject: 'goods', source: 'ticked', ids: [first], values: { dayLimit: '9' } };
    expect((await make(priced)).code).toBe(403);
    const { data } = await make(priced, clerk);
    const seen = await request(routeOf(api.deskChange), {
      cookie: finance.cookie,
      method: 'GET',
      params: { id: String(data.set.id) },
    });
    expect(seen.code).toBe(404);
    expect((await act(data.set.id, 'run')).code).toBe(404);
    const listed = async (role: 'finance' | 'goods') =>
      new Set((await askList(reader(role), changeList)).rows.map((one) => one.subject));
    expect(await listed('finance')).toEqual(new Set(['goods_tax']));
    expect(await listed('goods')).toEqual(new Set(['goods', 'goods_tax']));
  });

  it('the platform’s finance sees those of all merchants, a merchant its own', async () => {
    const all = await askList(reader('finance', null), taxList);
    expect(all.total).toBeGreaterThan((await askList(reader('finance'), taxList)).total);
    expect(
      (await askList(reader('finance', merchantId + 1), taxList, { keyword: String(first) })).total,
    ).toBe(0);
  });
});
