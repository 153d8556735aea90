/** Sets of changes of a merchant's items: one row, many, tables; races, kill, stop, second person, undo. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ChangeRowWire, ChangeSetWire, MadeChange, MadeTable } from '#lib/contract/changes.ts';
import { changeList } from '#lib/contract/desk/lists/changes.ts';
import { goodsList } from '#lib/contract/desk/lists/goods.ts';
import { changeJobs } from '#lib/server/changes/jobs.ts';
import { runOnce } from '#lib/server/core/jobs/runner.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { queryTexts } from '#tests/support/queries.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const { db, pool } = await testDatabase();
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsPlain]))
  .rows[0].merchant_id;
let clerk: Person;
let second: Person;
let other: Person;
let finance: Person;
let platform: Person;
let own: number[] = [];

beforeAll(async () => {
  clerk = await person(db, 'shangpin', 'goods', merchantId);
  second = await person(db, 'dianzhang', 'admin', merchantId);
  other = await person(db, 'bieren', 'goods', merchantId + 1);
  finance = await person(db, 'caiwu', 'finance', merchantId);
  platform = await person(db, 'yunying', 'goods');
  const { rows } = await pool.query(
    `update goods set limit_quantity = 0, day_limit = 0, week_limit = 0, ladder = '[]', rank_prices = '{}'
     where merchant_id = $1 returning id`,
    [merchantId],
  );
  own = rows.map(({ id }) => id).sort((a, b) => a - b);
});

const routes = {
  history: routeOf(api.goodsHistory),
  make: routeOf(api.makeChange),
  table: routeOf(api.makeChangeTable),
  set: routeOf(api.deskChange),
  rows: routeOf(api.changeRows),
  act: routeOf(api.actOnChange),
};

type Cells = Record<string, string>;
const make = (body: object, { cookie }: Person = clerk) =>
  request<MadeChange>(routes.make, { cookie, body: { token: randomUUID(), reason: '', ...body } });
const act = (id: number, verb: string, more: object = {}, { cookie }: Person = clerk) =>
  request<ChangeSetWire>(routes.act, { cookie, params: { id: String(id) }, body: { verb, ...more } });
const rowsOf = async (id: number, state = '') =>
  (
    await request<{ list: ChangeRowWire[] }>(routes.rows, {
      cookie: clerk.cookie,
      method: 'GET',
      params: { id: String(id) },
      path: `/api/desk/changes/${id}/rows?state=${state}&size=100`,
    })
  ).data.list;
const setOf = async (id: number, { cookie }: Person = clerk) =>
  request<ChangeSetWire>(routes.set, { cookie, method: 'GET', params: { id: String(id) } });
const logOf = async (id: number) =>
  (
    await pool.query(
      `select act, actor_id from audit_log where subject = 'change' and subject_key = $1 order by id`,
      [String(id)],
    )
  ).rows;
const run = () => runOnce(db, changeJobs[0]);
const valuesOf = async (id: number) =>
  (await pool.query('select member_price::int, day_limit, is_on_shelf from goods where id = $1', [id]))
    .rows[0];
const ticked = (ids: number[], values: Cells, more: object = {}) =>
  make({ source: 'ticked', ids, values, ...more });

describe('one row', () => {
  it('is changed at once and answered as it is then', async () => {
    const [id] = own;
    const { data } = await make({
      source: 'row',
      ids: [id],
      values: { dayLimit: '500' },
      seen: { dayLimit: '0' },
    });
    expect(data.set.state).toBe('done');
    expect(data.cells?.dayLimit).toBe('500');
    expect(await valuesOf(id!)).toMatchObject({ day_limit: 500 });
  });
  it('with the same token is changed once', async () => {
    const [, id] = own;
    const body = { token: randomUUID(), source: 'row', ids: [id], values: { dayLimit: '300' } };
    const [one, two] = await Promise.all([make(body), make(body)]);
    expect(one.data.set.id).toBe(two.data.set.id);
    // What was typed after a lost answer is no repeat of it.
    expect(await make({ ...body, values: { dayLimit: '301' } })).toMatchObject({
      code: 422,
      message: '这次修改与刚才的不同，请刷新页面后再提交',
    });
    expect(await valuesOf(id!)).toMatchObject({ day_limit: 300 });
    const many = { token: randomUUID(), source: 'ticked', ids: [id], values: { dayLimit: '302' } };
    const [first, again] = await Promise.all([make(many), make(many)]);
    expect(first.data.set.id).toBe(again.data.set.id);
    expect(await make({ ...many, values: { weekLimit: '302' } })).toMatchObject({ code: 422 });
  });
  it('of which another person changed the field is 409 with both values', async () => {
    const [, , id] = own;
    await make({ source: 'row', ids: [id], values: { dayLimit: '200' }, seen: { dayLimit: '0' } });
    const late = await make({
      source: 'row',
      ids: [id],
      values: { dayLimit: '100' },
      seen: { dayLimit: '0' },
    });
    expect([late.code, late.message]).toEqual([409, '每日限购：您改为100，别人已改为200']);
    expect(await valuesOf(id!)).toMatchObject({ day_limit: 200 });
  });
  it('by two people at once keeps both fields, or one of one field', async () => {
    const [, , , id] = own;
    const both = await Promise.all([
      make({ source: 'row', ids: [id], values: { dayLimit: '700' }, seen: { dayLimit: '0' } }),
      make({ source: 'row', ids: [id], values: { weekLimit: '900' }, seen: { weekLimit: '0' } }, second),
    ]);
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    const same = await Promise.all([
      make({ source: 'row', ids: [id], values: { dayLimit: '710' }, seen: { dayLimit: '700' } }),
      make({ source: 'row', ids: [id], values: { dayLimit: '720' }, seen: { dayLimit: '700' } }, second),
    ]);
    expect(same.map(({ code }) => code).sort()).toEqual([200, 409]);
  });
  it('that does not fit, is wrong or another merchant’s is refused', async () => {
    const [id] = own;
    const tooHigh = await make({ source: 'row', ids: [id], values: { memberPrice: '99999' } });
    expect([tooHigh.code, tooHigh.message]).toEqual([422, expect.stringContaining('高于原价')]);
    expect((await make({ source: 'row', ids: [id], values: { dayLimit: '很多' } })).code).toBe(422);
    expect((await make({ source: 'row', ids: [id], values: {} })).code).toBe(422);
    expect((await make({ source: 'row', ids: [id], values: { dayLimit: '5000' } }, other)).code).toBe(404);
    expect((await make({ source: 'row', ids: [id], values: { dayLimit: '5000' } }, finance)).code).toBe(403);
    expect((await make({ source: 'row', ids: [id], values: { dayLimit: '5000' } }, platform)).code).toBe(404);
  });
});

describe('many rows', () => {
  it('are previewed, carried out, and taken back unless changed since', async () => {
    const ids = own.slice(10, 15);
    const { data } = await ticked(ids, { isOnShelf: '否' }, { reason: '盘点' });
    expect(data.set).toMatchObject({
      state: 'previewed',
      counts: { ready: 5 },
      may: ['run', 'skip', 'drop'],
    });
    const [first, ...rest] = await rowsOf(data.set.id);
    expect(first?.changes).toEqual([{ label: '上架', before: '是', after: '否' }]);
    await act(data.set.id, 'skip', { rows: [first!.no] });
    expect((await act(data.set.id, 'run')).data.state).toBe('running');
    await run();
    expect((await setOf(data.set.id)).data).toMatchObject({ state: 'done', counts: { done: 4, skipped: 1 } });
    const texts = await queryTexts(async () => {
      const { rows } = await askList(
        { db, now: new Date(), actor: { kind: 'merchant', name: 'shangpin', merchantId } },
        changeList,
      );
      expect(rows.find((one) => one.set_id === data.set.id)).toMatchObject({ rows: 5, done: 4 });
    });
    // Rows are counted once for both figures.
    expect(texts.join().match(/\bchange_row\b/g)).toHaveLength(1);
    expect((await valuesOf(ids[1]!)).is_on_shelf).toBe(false);
    // A person puts one of them on the shelf and off again by another value.
    await pool.query('update goods set is_on_shelf = true where id = $1', [ids[2]]);
    const undone = await act(data.set.id, 'undo');
    expect(undone.data).toMatchObject({
      source: 'undo',
      undo_of: data.set.id,
      counts: { ready: 3, same: 1 },
    });
    expect((await act(data.set.id, 'undo')).code).toBe(409);
    await act(undone.data.id, 'run');
    await run();
    expect((await valuesOf(ids[1]!)).is_on_shelf).toBe(true);
    expect((await setOf(data.set.id)).data.counts).toMatchObject({ done: 1, undone: 3 });
    expect(rest).toHaveLength(4);
  });

  it('of a search are exactly those that were counted', async () => {
    const data = await askList(
      { db, now: new Date(), actor: { kind: 'merchant', name: 'shangpin', merchantId } },
      goodsList,
      { keyword: '片' },
    );
    const wrong = await make({
      source: 'found',
      keyword: '片',
      found: data.total + 1,
      values: { weekLimit: '900' },
    });
    expect([wrong.code, wrong.data]).toEqual([409, { found: data.total }]);
    const { data: made } = await make({
      source: 'found',
      keyword: '片',
      found: data.total,
      values: { weekLimit: '90000' },
    });
    await run();
    const set = (await setOf(made.set.id)).data;
    expect(Object.values(set.counts).reduce((sum, n) => sum + n, 0)).toBe(data.total);
    await act(set.id, 'run');
    await run();
    const { rows } = await pool.query(
      `select count(*)::int as n from goods g join product p on p.id = g.product_id
       where week_limit = 90000 and g.merchant_id = $1 and (p.name like '%片%' or p.maker like '%片%')`,
      [merchantId],
    );
    const after = (await setOf(set.id)).data.counts;
    expect(rows[0].n).toBe(after.done);
    const elsewhere = await pool.query('select 1 from goods where week_limit = 90000 and merchant_id <> $1', [
      merchantId,
    ]);
    expect(elsewhere.rowCount).toBe(0);
  });

  it('wait for a second person where a price moves far', async () => {
    const [id] = own.slice(20);
    const { member_price: was } = await valuesOf(id!);
    const half = (Math.floor(was / 2) / 100).toFixed(2);
    const { data } = await ticked([id!], { memberPrice: half });
    expect(data.set).toMatchObject({ needs_second: 1, counts: { ready: 1 } });
    expect((await act(data.set.id, 'run')).data.state).toBe('waiting');
    expect((await act(data.set.id, 'pass')).code).toBe(403);
    await run();
    expect((await valuesOf(id!)).member_price).toBe(was);
    expect((await act(data.set.id, 'refuse', { word: '' }, second)).code).toBe(422);
    expect((await act(data.set.id, 'refuse', { word: '降得太多' }, platform)).data.state).toBe('previewed');
    expect((await act(data.set.id, 'run')).data.state).toBe('waiting');
    expect((await act(data.set.id, 'pass', {}, second)).data.state).toBe('running');
    expect(await logOf(data.set.id)).toEqual([
      { act: 'change.ask', actor_id: 'shangpin' },
      { act: 'change.decide', actor_id: 'yunying' },
      { act: 'change.ask', actor_id: 'shangpin' },
      { act: 'change.decide', actor_id: 'dianzhang' },
      { act: 'goods.change', actor_id: 'dianzhang' },
    ]);
    await run();
    expect((await valuesOf(id!)).member_price).toBe(Math.floor(was / 2));
  });

  it('go on after a slice was interrupted, and are written once by two jobs at once', async () => {
    const ids = own.slice(30, 60);
    const { data } = await ticked(ids, { dayLimit: '6000' });
    await act(data.set.id, 'run');
    await Promise.all([run(), run(), run()]);
    expect((await setOf(data.set.id)).data).toMatchObject({ state: 'done', counts: { done: 30 } });
    const written = await pool.query(
      'select count(*)::int as n from change_row where set_id = $1 and state = $2',
      [data.set.id, 'done'],
    );
    expect(written.rows[0].n).toBe(30);
  });

  it('name in the audit log each colleague who stops, continues or gives up what another has made', async () => {
    const { data } = await ticked(own.slice(63, 66), { dayLimit: '805' });
    const { id } = data.set;
    await act(id, 'run');
    await Promise.all([act(id, 'stop', {}, second), act(id, 'stop', {}, second)]);
    await run();
    expect((await setOf(id)).data).toMatchObject({ state: 'stopped', counts: { done: 0, ready: 3 } });
    await act(id, 'resume', {}, second);
    await run();
    expect((await setOf(id)).data).toMatchObject({ state: 'done', counts: { done: 3 } });
    expect(await logOf(id)).toEqual([
      { act: 'goods.change', actor_id: 'shangpin' },
      { act: 'change.stop', actor_id: 'dianzhang' },
      { act: 'change.resume', actor_id: 'dianzhang' },
    ]);
    const { data: given } = await ticked(own.slice(63, 66), { dayLimit: '806' });
    await act(given.set.id, 'drop', {}, second);
    await act(given.set.id, 'drop', {}, second);
    expect(await logOf(given.set.id)).toEqual([{ act: 'change.drop', actor_id: 'dianzhang' }]);
  });

  it('that somebody changed between preview and writing are left as they are', async () => {
    const [id] = own.slice(61);
    const { data } = await ticked([id!], { dayLimit: '800' });
    await make({ source: 'row', ids: [id], values: { dayLimit: '400' } }, second);
    await act(data.set.id, 'run');
    await run();
    const [row] = await rowsOf(data.set.id);
    expect(row).toMatchObject({ state: 'failed', note: '每日限购：您改为800，别人已改为400' });
  });

  it('are another merchant’s affair', async () => {
    const { data } = await ticked([own[62]!], { dayLimit: '801' });
    expect((await setOf(data.set.id, other)).code).toBe(404);
    expect((await act(data.set.id, 'run', {}, other)).code).toBe(404);
    expect((await act(data.set.id, 'run', {}, platform)).code).toBe(409);
    expect((await setOf(data.set.id, platform)).data.merchant).not.toBe('');
    const foreign = await make({ source: 'ticked', ids: [own[62]], values: { dayLimit: '801' } }, other);
    expect(foreign.data.set.counts).toMatchObject({ refused: 1, ready: 0 });
  });
});

describe('a table', () => {
  const paste = (text: string) =>
    request<MadeTable>(routes.table, {
      cookie: clerk.cookie,
      body: { token: randomUUID(), text, reason: '' },
    });
  it('changes what its cells say', async () => {
    const [one, two] = own.slice(70);
    const { data } = await paste(
      `商品编号\t会员价\t每日限购\n${one}\t\t1200\n${two}\t\t很多\n999999999\t\t5`,
    );
    expect(data.set?.counts).toMatchObject({ ready: 1, refused: 2 });
    await act(data.set!.id, 'run');
    await run();
    expect(await valuesOf(one!)).toMatchObject({ day_limit: 1200 });
    const { data: past } = await request<{ list: { changes: object[] }[] }>(routes.history, {
      cookie: clerk.cookie,
      method: 'GET',
      params: { id: String(one) },
    });
    expect(past.list[0]?.changes).toEqual([{ label: '每日限购', before: '0', after: '1200' }]);
  });
  it('that is none is refused', async () => {
    expect((await paste('')).code).toBe(422);
    const { data } = await paste('天气不错\n明天下雨');
    expect([data.set, data.table.questions.length > 0]).toEqual([null, true]);
  });
});
