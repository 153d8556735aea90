/** Letters of the platform to one company and to many: roles, repeats, races, limits, a changed search, a kill, a stop. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { companies } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import { lettersList } from '#lib/contract/desk/lists/letters.ts';
import type { CountedLetter, MadeLetter } from '#lib/contract/letters.ts';
import { letterSlices } from '#lib/rules/changes/slices.ts';
import { broadcastsADay, lettersADay } from '#lib/rules/companies/letters.ts';
import { runOnce } from '#lib/server/core/jobs/runner.ts';
import { siteAddress } from '#lib/server/core/process/site-address.ts';
import { auditLog, company, jobFailure, letter, message } from '#lib/server/db/schema.ts';
import { letterJobs } from '#lib/server/letters/jobs.ts';
import { listMessages } from '#lib/server/messages/messages.ts';
import { byStaff, contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const { db, pool } = await testDatabase();
let clerk: Person;
let boss: Person;
let finance: Person;
let merchant: Person;

beforeAll(async () => {
  clerk = await person(db, 'kefu', 'service');
  boss = await person(db, 'guanli', 'admin');
  finance = await person(db, 'caiwu', 'finance');
  merchant = await person(db, 'dianzhang', 'admin', 1);
  // Three slices, the last one not full; and a closed company, which nobody reads for.
  await db.execute(sql`insert into company (name, status, buyer_type, province, city, region_code)
    select '群发药房' || n, case when n = 1 then 'closed' else 'draft' end, 'clinic', '湖北省', '武汉市', '420103'
    from generate_series(1, ${many + 1}) n`);
});

const many = 450;
const search = '?q=群发药房';
const text = { title: '放假通知', text: '国庆期间照常发货。', link: '' };
const routes = {
  one: routeOf(api.writeToCompany),
  count: routeOf(api.countLetter),
  many: routeOf(api.writeToFound),
  stop: routeOf(api.deskLettersStop),
};
const writeTo = (id: number, body: object = {}, cookie = clerk.cookie) =>
  request<CompanyFile>(routes.one, {
    cookie,
    params: { id: String(id) },
    body: { ...text, token: randomUUID(), ...body },
  });
const writeMany = (body: object = {}, cookie = clerk.cookie) =>
  request<MadeLetter>(routes.many, {
    cookie,
    body: { ...text, token: randomUUID(), search, companies: many, ...body },
  });
const countOf = (asked: string, cookie = clerk.cookie) =>
  request<CountedLetter>(routes.count, {
    cookie,
    method: 'GET',
    path: `/api/desk/letters/count?${new URLSearchParams({ search: asked })}`,
  });
const stop = (id: number, cookie = clerk.cookie) =>
  request(routes.stop, { cookie, method: 'POST', params: { id: String(id) } });
const run = (now?: Date) => runOnce(db, letterJobs[0], now);
const reached = (id: number) => db.$count(message, eq(message.ref, `letter:${id}`));
const letterNo = async (id: number) => (await db.select().from(letter).where(eq(letter.id, id)))[0]!;
const recorded = (act: string, key: number) =>
  db.$count(auditLog, and(eq(auditLog.act, act), eq(auditLog.subjectKey, String(key))));

beforeEach(async () => {
  await db.delete(letter);
});

describe('a letter to one company', () => {
  it('is in its messages at once, with its link, and recorded', async () => {
    const page = `${siteAddress()}/list/info/1?from=x`;
    const { code, data } = await writeTo(companies.other, { title: ' 证照\n提醒 ', link: page });
    expect(code).toBe(200);
    expect(data.messages[0]).toMatchObject({ title: '证照 提醒', body: text.text, is_read: 0 });
    const shown = await listMessages(await contextOf(db, 'other'), { page: 1, size: 1 });
    expect(shown.list[0]).toMatchObject({ kind_text: '平台消息', link: '/list/info/1?from=x' });
    expect(await recorded('letter.send', companies.other)).toBe(1);
    const { rows } = await askList(byStaff(db), lettersList, { q: '证照' });
    expect(rows).toMatchObject([
      { kind: 'one', to: data.name, state: 'done', sent: 1, made_by: 'kefu', is_sending: 0 },
    ]);
  });

  it('is one, however often its token comes and at once', async () => {
    const token = randomUUID();
    const before = await db.$count(message, eq(message.companyId, companies.clinic));
    const codes = await Promise.all([1, 2, 3].map(() => writeTo(companies.clinic, { token })));
    expect(codes.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect((await writeTo(companies.clinic, { token })).code).toBe(200);
    expect(await db.$count(message, eq(message.companyId, companies.clinic))).toBe(before + 1);
    expect(await recorded('letter.send', companies.clinic)).toBe(1);
    for (const other of [{ title: '另一条' }, { text: '另一条' }])
      expect((await writeTo(companies.clinic, { token, ...other })).code).toBe(422);
    expect((await writeTo(companies.demo, { token })).code).toBe(422);
  });

  it.each([
    [{ title: 'x' }, '标题至少2个字'],
    [{ title: '字'.repeat(41) }, '标题最多40个字'],
    [{ text: '' }, '正文至少2个字'],
    [{ text: '请到www.example.com付款' }, '正文不能写网址'],
    [{ title: '见example.com' }, '标题不能写网址'],
    [{ link: 'https://example.com/list/info/1' }, '链接只能是本站'],
    [{ link: '//example.com/x' }, '链接只能是本站'],
    [{ link: 'javascript:alert(1)' }, '链接只能是本站'],
    [{ link: '/desk/orders' }, '链接只能是本站'],
    [{ link: '/no-such-page-here' }, '链接只能是本站'],
  ])('is refused with a sentence: %j', async (body, sentence) => {
    const answer = await writeTo(companies.demo, body);
    expect(answer.code).toBe(422);
    expect(answer.message).toContain(sentence);
  });

  it('ends at the number of a day for a company, also of two at once', async () => {
    const id = companies.expired;
    for (let at = 1; at < lettersADay; at++) expect((await writeTo(id)).code).toBe(200);
    const both = await Promise.all([writeTo(id), writeTo(id, {}, boss.cookie)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 422]);
    expect(both.find(({ code }) => code === 422)?.message).toMatch(/今天已给.*发过20条消息，请明天再发/);
    await db.update(letter).set({ createdAt: sql`created_at - interval '1 day'` });
    expect((await writeTo(id)).code).toBe(200);
  });

  it('needs a company with people, and a role that may', async () => {
    expect((await writeTo(999_999)).code).toBe(404);
    const [closed] = await db.select().from(company).where(eq(company.name, '群发药房1'));
    expect((await writeTo(closed!.id)).code).toBe(409);
    expect((await writeTo(companies.demo, {}, finance.cookie)).code).toBe(403);
    for (const cookie of ['', merchant.cookie, await loginAs('demo')])
      expect((await writeTo(companies.demo, {}, cookie)).code).toBe(404);
    expect(await db.$count(letter)).toBe(0);
  });
});

describe('a letter to many', () => {
  it('reaches exactly the companies of its search, without closed ones and those that come later', async () => {
    const others = await db.$count(message);
    expect((await countOf(search)).data).toEqual({ companies: many, filter: '名称、代码或联系人：群发药房' });
    const { code, data } = await writeMany();
    expect(code).toBe(200);
    await db.execute(sql`insert into company (name, status, buyer_type, province, city, region_code)
      values ('群发药房后来', 'draft', 'clinic', '湖北省', '武汉市', '420103')`);
    expect(await run()).toBe(0);
    expect(await letterNo(data.id)).toMatchObject({ state: 'done', sent: many, companies: many });
    expect(await reached(data.id)).toBe(many);
    expect(await db.$count(message)).toBe(others + many);
    const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from message m
      join company c on c.id = m.company_id where m.ref = ${`letter:${data.id}`}
      and c.name ~ '^群发药房[0-9]+$' and c.status <> 'closed' and m.kind = 'system'`);
    expect(rows[0]?.n).toBe(many);
    expect(await recorded('letter.broadcast', data.id)).toBe(1);
    await db.delete(company).where(eq(company.name, '群发药房后来'));
    expect((await askList(byStaff(db), lettersList, { kind: 'many' })).rows).toMatchObject([
      { to: '名称、代码或联系人：群发药房', sent: many, companies: many, is_sending: 0 },
    ]);
  });

  it('is refused with the new number where its search finds others, and nothing is kept', async () => {
    const answer = await writeMany({ companies: many - 1 });
    expect(answer).toMatchObject({ code: 409, data: { companies: many } });
    expect(answer.message).toContain(`现在符合条件的有${many}家企业`);
    expect(await db.$count(letter)).toBe(0);
    expect((await writeMany({ search: '?status=nonsense' })).code).toBe(422);
  });

  it('is one of a token, and one at a time', async () => {
    const token = randomUUID();
    const same = await Promise.all([1, 2, 3].map(() => writeMany({ token })));
    expect(new Set(same.map(({ code, data }) => `${code} ${data.id}`)).size).toBe(1);
    expect((await writeMany({ token, title: '另一条' })).code).toBe(422);
    expect(await writeMany({}, boss.cookie)).toMatchObject({
      code: 409,
      message: `第${same[0]!.data.id}号群发还没有发完，请等它发完或停止后再发`,
    });
    await Promise.all([run(), run()]);
    expect(await reached(same[0]!.data.id)).toBe(many);
    const both = await Promise.all([writeMany(), writeMany({}, boss.cookie)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  });

  it('ends at the number of a day, stopped ones counted', async () => {
    for (let at = 0; at < broadcastsADay; at++) {
      const { data } = await writeMany();
      expect((await stop(data.id)).code).toBe(200);
    }
    const refused = await writeMany();
    expect(refused).toMatchObject({ code: 422, message: '今天已群发过3次，请明天再发' });
    expect(await db.$count(letter)).toBe(broadcastsADay);
    // Letters to one company are not counted.
    expect((await writeTo(companies.demo)).code).toBe(200);
  });

  it('goes on behind its last slice after a kill, and reaches nobody twice', async () => {
    const { data } = await writeMany();
    const inSecond = (await letterNo(data.id)).companyIds![letterSlices.size + 10]!;
    await pool.query(`create function killed() returns trigger language plpgsql as $$ begin
        if new.company_id = ${inSecond} then raise exception 'killed'; end if; return new; end $$;
      create trigger killed before insert on message for each row execute function killed()`);
    expect(await run()).toBe(1);
    expect(await letterNo(data.id)).toMatchObject({ state: 'sending', sent: letterSlices.size });
    expect(await reached(data.id)).toBe(letterSlices.size);
    await pool.query('drop trigger killed on message; drop function killed');
    await db.delete(jobFailure);
    expect(await run()).toBe(0);
    expect(await letterNo(data.id)).toMatchObject({ state: 'done', sent: many });
    expect(await reached(data.id)).toBe(many);
  });

  it('does no harm where a slice is sent again', async () => {
    const { data } = await writeMany();
    await run();
    await db.update(letter).set({ state: 'sending', lastCompanyId: 0 }).where(eq(letter.id, data.id));
    await run();
    expect(await reached(data.id)).toBe(many);
    expect((await letterNo(data.id)).sent).toBe(many);
  });

  it('leaves out a company that was closed meanwhile', async () => {
    const { data } = await writeMany();
    const last = (await letterNo(data.id)).companyIds!.at(-1)!;
    await db.update(company).set({ status: 'closed' }).where(eq(company.id, last));
    await run();
    expect(await letterNo(data.id)).toMatchObject({ state: 'done', sent: many - 1 });
    await db.update(company).set({ status: 'draft' }).where(eq(company.id, last));
  });

  it('is stopped once, by roles that may, and sends nothing then', async () => {
    const { data } = await writeMany();
    expect((await stop(data.id, finance.cookie)).code).toBe(403);
    expect((await stop(data.id, merchant.cookie)).code).toBe(404);
    const both = await Promise.all([stop(data.id), stop(data.id, boss.cookie)]);
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    expect(await recorded('letter.stop', data.id)).toBe(1);
    await run();
    expect(await reached(data.id)).toBe(0);
    expect(await letterNo(data.id)).toMatchObject({ state: 'stopped', sent: 0 });
    const next = await writeMany();
    await run();
    expect((await stop(next.data.id)).code).toBe(409);
    expect((await stop(999_999)).code).toBe(404);
  });

  it('is of these roles', async () => {
    expect((await writeMany({}, finance.cookie)).code).toBe(403);
    expect((await countOf(search, finance.cookie)).code).toBe(403);
    for (const cookie of ['', merchant.cookie, await loginAs('demo')]) {
      expect((await writeMany({}, cookie)).code).toBe(404);
      expect((await countOf(search, cookie)).code).toBe(404);
    }
    expect(await db.$count(letter)).toBe(0);
  });
});
