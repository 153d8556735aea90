/** Acts on many rows of a list, done by the server: counted, fixed, done once each, stopped, read by its own side. */
import { randomUUID } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { companies } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { BulkPreview, BulkRunWire } from '#lib/contract/desk/bulk.ts';
import { listName } from '#lib/contract/desk/list.ts';
import { listShapes } from '#lib/contract/desk/lists.ts';
import type { BulkDone } from '#lib/contract/desk/schemas.ts';
import { routes } from '#lib/contract/routes.ts';
import { auditLog, bulkRow, bulkRun, feedback, message, user } from '#lib/server/db/schema.ts';
import { runJob } from '#lib/server/start/jobs.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { callHandler, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as file } from '../../src/pages/api/desk/bulk/[id]/file.ts';

const { db, pool } = await testDatabase();
const answerMany = routeOf(api.deskFeedbackAnswerMany);
const runsOf = routeOf(api.bulkRuns);
const preview = routeOf(api.bulkPreview);
const stop = routeOf(api.stopBulk);

const [writer] = await db.select({ id: user.id }).from(user).limit(1);
let nth = 0;

/** Feedback of one subject that waits for an answer. */
async function ask(subject: string, rows: number): Promise<number[]> {
  const made = await db
    .insert(feedback)
    .values(
      Array.from({ length: rows }, () => ({
        companyId: companies.demo,
        userId: writer?.id ?? '',
        kind: 'other' as const,
        text: `${subject}之${nth}`,
        phone: '13800000000',
        status: 'open' as const,
        token: `bulk ${nth++}`,
      })),
    )
    .returning({ id: feedback.id });
  return made.map(({ id }) => id);
}

interface Sent {
  ids?: number[];
  search?: string;
  count?: number;
  token?: string;
  answer?: string;
}
function send({ cookie }: Person, { token = randomUUID(), answer = '已处理', ...asked }: Sent) {
  return request<BulkDone>(answerMany, {
    method: 'POST',
    type: 'application/json',
    body: { ...asked, token, answer },
    cookie,
  });
}
const searchFor = (subject: string) => new URLSearchParams({ text: subject, status: 'open' }).toString();
const work = () => runJob(db, 'runBulk', new Date());
const answered = (subject: string) =>
  db.$count(feedback, and(like(feedback.text, `${subject}%`), eq(feedback.status, 'answered')));
const recorded = ({ username }: Person) =>
  db.$count(auditLog, and(eq(auditLog.act, 'feedback.answer'), eq(auditLog.actorId, username)));
async function runs({ cookie }: Person, list = 'feedback') {
  const answer = await request<{ runs: BulkRunWire[] }>(runsOf, { params: { list }, cookie });
  return { code: answer.code, runs: answer.code === 200 ? answer.data.runs : [] };
}
const lastRun = async (who: Person) => (await runs(who)).runs[0];
const newPerson = (role: 'service' | 'admin' = 'service', merchantId: number | null = null) =>
  person(db, `bulk.${nth++}`, role, merchantId);
async function download({ cookie }: Person, id: number) {
  const path = `/api/desk/bulk/${id}/file`;
  const response = await callHandler(file, { path, cookie, params: { id: String(id) } });
  return { status: response.status, text: await response.text() };
}

/** Does something when the n-th row of a run gets its result. */
async function atRow(no: number, what: string): Promise<void> {
  await pool.query(
    `create function at_row() returns trigger language plpgsql as $$ begin
       if new.no = ${no} and new.state <> 'waiting' then ${what}; end if; return new; end $$;
     create trigger at_row before update on bulk_row for each row execute function at_row()`,
  );
}
const noTrigger = () =>
  pool.query('drop trigger if exists at_row on bulk_row; drop function if exists at_row()');
afterEach(noTrigger);

describe('all that a search has found', () => {
  it('is exactly what was counted when it began, over its pages, and each row has a result', async () => {
    const who = await newPerson();
    const ids = await ask('页面打不开', 70);
    await ask('别的', 3);
    const search = searchFor('页面打不开');
    expect(await send(who, { search, count: 69 })).toMatchObject({ code: 409, data: { found: 70 } });
    expect(await send(who, { search: searchFor('没有这样的'), count: 0 })).toMatchObject({ code: 422 });
    expect(await lastRun(who)).toBeUndefined();
    const { data } = await send(who, { search, count: 70 });
    expect(data.run).toMatchObject({ rows: 70, done: 0, state: 'running', text: '答复', may_stop: 1 });
    expect(data.run?.search).toBe('内容：页面打不开，状态：待答复');
    // One more that fits is not among them; one is answered by a colleague, one as this person will.
    await ask('页面打不开', 1);
    const colleague = await newPerson();
    await send(colleague, { ids: [ids[4] ?? 0], answer: '请换浏览器' });
    await send(colleague, { ids: [ids[5] ?? 0] });
    expect(await work()).toBe(0);
    const run = await lastRun(colleague);
    expect(run).toMatchObject({ state: 'done', done: 68, same: 1, refused: 1, may_stop: 0 });
    expect(run?.refusals).toEqual([
      { name: expect.any(String), why: '这条反馈刚刚已由同事答复，请刷新后查看' },
    ]);
    expect([await answered('页面打不开'), await answered('别的'), await recorded(who)]).toEqual([70, 0, 68]);
    const ref = `feedback:${ids[7]}`;
    expect(await db.$count(message, eq(message.ref, ref))).toBe(1);
    // Nothing is left to do.
    await work();
    expect(await recorded(who)).toBe(68);
    const { text } = await download(colleague, run?.id ?? 0);
    const lines = text.trim().split('\n');
    expect(lines).toHaveLength(71);
    expect(lines[0]).toContain('序号,编号,企业,结果,原因,时间');
    expect(lines.filter((line) => line.includes('没有变化'))).toHaveLength(1);
    const exported = and(eq(auditLog.act, 'list.export'), eq(auditLog.actorId, colleague.username));
    expect(await db.$count(auditLog, exported)).toBe(1);
  });

  it('is begun once by one press, and by one person at a time', async () => {
    const [one, two] = [await newPerson(), await newPerson()];
    await ask('一次', 12);
    const asked = { search: searchFor('一次'), count: 12 };
    const token = randomUUID();
    const twice = await Promise.all([1, 2].map(() => send(one, { ...asked, token })));
    expect(twice.map(({ code }) => code)).toEqual([200, 200]);
    expect(twice[0]?.data.run?.id).toBe(twice[1]?.data.run?.id);
    expect(await send(two, asked)).toMatchObject({
      code: 409,
      message: `${one.username}正在批量答复，请等它完成后再试`,
    });
    // Two processes do the rows of one, each once.
    await Promise.all([work(), work()]);
    expect([await answered('一次'), await recorded(one)]).toEqual([12, 12]);
  });

  it('goes on at the row where a process lost its connection', async () => {
    const who = await newPerson();
    await ask('中断', 25);
    await send(who, { search: searchFor('中断'), count: 25 });
    await atRow(17, 'perform pg_terminate_backend(pg_backend_pid())');
    await work().catch(() => {});
    expect(await lastRun(who)).toMatchObject({ state: 'running', done: 16 });
    await noTrigger();
    await pool.query('delete from job_failure; delete from job_lease');
    await work();
    expect(await lastRun(who)).toMatchObject({ state: 'done', done: 25, same: 0, refused: 0 });
    expect([await answered('中断'), await recorded(who)]).toEqual([25, 25]);
  });

  it.each([
    ['is disabled', (id: number) => `update staff set disabled_at = now() where id = ${id}`, '的账号已停用'],
    [
      'has another role',
      (id: number) => `update staff set role = 'marketing' where id = ${id}`,
      '已没有这个权限',
    ],
  ])('is stopped when its person %s in the middle; the rest stays as it is', async (_, change, says) => {
    const who = await newPerson();
    const subject = `停用${who.id}`;
    await ask(subject, 90);
    await send(who, { search: searchFor(subject), count: 90 });
    await atRow(7, change(who.id));
    await work();
    const boss = await newPerson('admin');
    const run = await lastRun(boss);
    expect(run).toMatchObject({ state: 'stopped', refused: 0, same: 0 });
    expect(run?.why).toContain(who.username);
    expect(run?.why).toContain(says);
    const done = run?.done ?? 0;
    // What was begun before is done: a slice at most.
    expect(done).toBeGreaterThanOrEqual(7);
    expect(done).toBeLessThan(90);
    expect(await answered(subject)).toBe(done);
    const { text } = await download(boss, run?.id ?? 0);
    expect(text.split('\n').filter((line) => line.includes('没有处理'))).toHaveLength(90 - done);
  });

  it('is stopped by anyone who may do it, between two slices', async () => {
    const [who, other] = [await newPerson(), await newPerson()];
    await ask('要停的', 6);
    const { data } = await send(who, { search: searchFor('要停的'), count: 6 });
    expect(data.run?.state).toBe('running');
    const id = String(data.run?.id);
    for (const code of [200, 200])
      expect(await request(stop, { method: 'POST', params: { id }, cookie: other.cookie })).toMatchObject({
        code,
      });
    await work();
    expect(await lastRun(who)).toMatchObject({
      state: 'stopped',
      done: 0,
      why: `${other.username}停止了操作`,
    });
    expect(await answered('要停的')).toBe(0);
    // The second press of the same person is no second entry.
    const stopped = and(eq(auditLog.act, 'list.stop'), eq(auditLog.actorId, other.username));
    const entries = await db.select().from(auditLog).where(stopped);
    expect(entries.map(({ before, subjectKey }) => [before, subjectKey])).toEqual([
      [{ id: Number(id), startedBy: who.username }, '意见反馈批量答复'],
    ]);
  });

  it('gives a row that meets a fault of ours to its result, and goes on', async () => {
    const who = await newPerson();
    const ids = await ask('坏', 12);
    await send(who, { search: searchFor('坏'), count: 12 });
    await pool.query(
      `create function spoil() returns trigger language plpgsql as $$ begin
         if new.id = ${ids[9]} then raise exception 'spoilt'; end if; return new; end $$;
       create trigger spoil before update on feedback for each row execute function spoil()`,
    );
    await work();
    await pool.query('drop trigger spoil on feedback; drop function spoil()');
    expect(await lastRun(who)).toMatchObject({ state: 'done', done: 11, refused: 1 });
    expect((await lastRun(who))?.refusals[0]?.why).toBe('系统出错，没有处理');
  });
});

describe('what is known before', () => {
  const look = ({ cookie }: Person, asked: object, act = { list: 'feedback', act: 'answer' }) =>
    request<BulkPreview>(preview, {
      method: 'POST',
      type: 'application/json',
      body: { ...act, ...asked },
      cookie,
    });
  const cannot = '这一行现在不能答复';

  it('is counted over all that was found, by the flags of its rows; a number that has changed asks again', async () => {
    const who = await newPerson();
    const ids = await ask('先看', 14);
    await send(await newPerson(), { ids: ids.slice(0, 3), answer: '同事答复' });
    const search = new URLSearchParams({ text: '先看', status: 'all' }).toString();
    const { data } = await look(who, { search });
    expect(data).toEqual({ rows: 14, left: [{ why: cannot, rows: 3, names: [] }] });
    expect((await look(who, { search: searchFor('先看') })).data).toEqual({ rows: 11, left: [] });
    await ask('先看', 1);
    expect(await send(who, { search, count: data.rows })).toMatchObject({ code: 409, data: { found: 15 } });
    const none = await look(who, { search: searchFor('没有这样的') });
    expect(none).toMatchObject({ code: 422, message: '没有符合条件的行' });
    // It has begun nothing.
    expect([await answered('先看'), (await recorded(who)) === 0]).toEqual([3, true]);
  });

  it('names the ticked rows that are left, the first of them, and counts those that are gone', async () => {
    const who = await newPerson();
    const ids = await ask('先看勾选', 53);
    const colleague = await newPerson();
    await send(colleague, { ids: ids.slice(0, 50) });
    await send(colleague, { ids: ids.slice(50, 52) });
    const { data } = await look(who, {
      ids: [...ids, ids[0], 2_000_000, 'x'].map(String),
      search: 'text=别的',
    });
    expect(data).toEqual({
      rows: 55,
      left: [
        { why: cannot, rows: 52, names: expect.any(Array) },
        { why: '已不在列表里', rows: 2, names: [] },
      ],
    });
    expect(data.left[0]?.names).toHaveLength(50);
    expect(data.left[0]?.names[0]).toMatch(/\p{L}{2}/u);
  });

  it('counts rows by a flag that turns the button off', async () => {
    const { cookie, ...rest } = await person(db, `bulk.${nth++}`, 'review');
    const remind = { list: 'papers', act: 'remind' };
    const { rows } = await pool.query<{ id: number }>(
      `select id from paper where valid_to between now()::date and now()::date + 59 limit 2`,
    );
    const ids = rows.map(({ id }) => id);
    const before = await look({ cookie, ...rest }, { ids: ids.map(String) }, remind);
    expect(ids.length).toBeGreaterThan(0);
    expect(before.data).toEqual({ rows: ids.length, left: [] });
    await request(routeOf(api.deskPapersRemindMany), {
      method: 'POST',
      type: 'application/json',
      body: { ids, token: randomUUID() },
      cookie,
    });
    const { data } = await look({ cookie, ...rest }, { ids: ids.map(String) }, remind);
    expect(data).toMatchObject({ rows: ids.length, left: [{ why: '今天已提醒', rows: ids.length }] });
  });

  it("is of the reader's own rows, by every act on many; others may not ask", async () => {
    const lots = { list: 'lots', act: 'scrap' };
    const [one, two] = [await newPerson('admin', 1), await newPerson('admin', 2)];
    const { rows } = await pool.query<{ id: number }>(
      `insert into lot (goods_id, lot_no, produced_on, expires_on, on_hand, returned)
       select g.id, 'BULK' || v.returned, '2026-01-01', '2030-01-01', 1, v.returned
       from (values (1, 2), (1, 0), (2, 3)) v(merchant, returned)
       cross join lateral (select min(id) as id from goods where merchant_id = v.merchant) g
       returning id`,
    );
    const ids = rows.map(({ id }) => String(id));
    const cannotScrap = '这一行现在不能报损';
    const gone = (many: number) => ({ why: '已不在列表里', rows: many, names: [] });
    expect((await look(one, { ids }, lots)).data).toEqual({
      rows: 3,
      left: [{ why: cannotScrap, rows: 1, names: ['BULK0'] }, gone(1)],
    });
    expect((await look(two, { ids }, lots)).data).toEqual({ rows: 3, left: [gone(2)] });
    for (const who of [one, two]) {
      const own = await pool.query(
        'select 1 from lot l join goods g on g.id = l.goods_id where l.returned > 0 and g.merchant_id = $1',
        [who === one ? 1 : 2],
      );
      const { data } = await look(who, { search: 'state=returned' }, lots);
      expect(data).toEqual({ rows: own.rows.length, left: [] });
    }
    for (const list of listShapes)
      for (const [act, { isBulk, isUndoOnly, side }] of Object.entries(list.acts ?? {})) {
        const isOwn = routes[list.page].who === 'merchant' || side === 'merchant';
        const who = isOwn ? one : await newPerson('admin');
        const { code } = await look(who, { ids: ['2000000'] }, { list: listName(list), act });
        expect([listName(list), act, code]).toEqual([listName(list), act, isBulk && !isUndoOnly ? 200 : 403]);
      }
    expect((await look(one, { ids: ['1'] })).code).toBe(404);
    expect((await look(await person(db, `bulk.${nth++}`, 'finance'), { ids: ['1'] })).code).toBe(404);
    expect((await look(await newPerson('admin'), { ids: ['1'] }, lots)).code).toBe(403);
  });
});

describe('ticked rows', () => {
  it('are done before the answer, and by the server where they are many; one that is gone is refused', async () => {
    const who = await newPerson();
    const ids = await ask('勾选', 60);
    const few = await send(who, { ids: ids.slice(0, 3) });
    expect(few.data).toMatchObject({ run: null, done: 3, refused: [] });
    const { data } = await send(who, { ids: [...ids, 2_000_000] });
    expect(data.run).toMatchObject({ rows: 61, search: '' });
    await work();
    expect(await lastRun(who)).toMatchObject({
      state: 'done',
      done: 57,
      same: 3,
      refused: 1,
      refusals: [{ name: '2000000', why: '没有反馈2000000' }],
    });
  });
});

it('is seen, stopped and downloaded by its own side alone, and by those who may open its list', async () => {
  const owner = await newPerson('admin', 1);
  const [made] = await db
    .insert(bulkRun)
    .values({
      ...{ list: 'lots', act: 'resell', merchantId: 1, staffId: owner.id, madeBy: owner.username },
      ...{
        token: randomUUID(),
        fields: { text: '验收合格' },
        search: '',
        state: 'running' as const,
        rows: 1,
      },
    })
    .returning({ id: bulkRun.id });
  const id = made?.id ?? 0;
  await db.insert(bulkRow).values({ runId: id, no: 1, key: '2000000', state: 'waiting' });
  const others = [
    await newPerson('admin', 2),
    await newPerson('admin'),
    await person(db, `bulk.${nth++}`, 'finance', 1),
  ];
  const may = await runs(owner, 'lots');
  expect(may.runs.map((run) => run.id)).toEqual([id]);
  for (const stranger of others) {
    expect((await runs(stranger, 'lots')).runs).toEqual([]);
    expect(
      (await request(stop, { method: 'POST', params: { id: String(id) }, cookie: stranger.cookie })).code,
    ).toBe(404);
    expect((await download(stranger, id)).status).toBe(404);
  }
  expect((await download(owner, id)).status).toBe(200);
  await work();
  expect((await runs(owner, 'lots')).runs[0]).toMatchObject({ state: 'done', refused: 1 });
});

it('is shown while it works, whatever ended since; runs that undo take no place of others', async () => {
  const owner = await newPerson('admin', 2);
  const shared = { list: 'lots', act: 'resell', merchantId: 2, staffId: owner.id, madeBy: owner.username };
  const runRow = (more: Partial<typeof bulkRun.$inferInsert>) => ({
    ...{ ...shared, token: randomUUID(), fields: {}, search: '', rows: 0 },
    ...{ state: 'done' as const, endedAt: new Date() },
    ...more,
  });
  const insert = async (rows: ReturnType<typeof runRow>[]) =>
    (await db.insert(bulkRun).values(rows).returning({ id: bulkRun.id })).map(({ id }) => id);
  const [working = 0] = await insert([{ ...runRow({ state: 'running' }), endedAt: null }]);
  const ended = await insert(Array.from({ length: 22 }, () => runRow({})));
  const undoing = await insert(Array.from({ length: 22 }, () => runRow({ undoOf: ended[0] ?? 0 })));
  const shown = (await runs(owner, 'lots')).runs.map(({ id }) => id);
  expect(shown).toEqual([working, ...undoing.slice(2).toReversed(), ...ended.slice(3).toReversed()]);
});
