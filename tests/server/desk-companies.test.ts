/** Companies at the platform's desk: found by what one knows of them, seen whole, frozen, and given other terms. */

import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { companies, goodsPlain, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import { companies as companyList } from '#lib/contract/desk/lists/companies.ts';
import { getCompanyFile } from '#lib/server/companies/companies.ts';
import { listMore } from '#lib/server/companies/company-lists.ts';
import { freezeCompany, unfreezeCompany } from '#lib/server/companies/freeze.ts';
import { setCompanyTerms } from '#lib/server/companies/terms.ts';
import { auditLog, company, companyScope, message, session, user } from '#lib/server/db/schema.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const freeze = routeOf(api.freezeCompany);
const file = routeOf(api.deskCompany);
const more = routeOf(api.companyMore);
const terms = routeOf(api.setCompanyTerms);
const unfreeze = routeOf(api.unfreezeCompany);
const list = routeOf(api.deskCompanies);

const { db } = await testDatabase();
const now = new Date();
const context = byStaff(db, now);
type CompaniesList = ListAnswer<RowOf<typeof companyList>>;
const find = (q: string, status = '') => askList(context, companyList, { q, status });
const entries = (act: 'company.freeze' | 'company.unfreeze' | 'company.terms', id: number) =>
  db.$count(auditLog, and(eq(auditLog.act, act), eq(auditLog.subjectKey, String(id))));
const settled = (tries: PromiseSettledResult<unknown>[]) => ({
  done: tries.filter(({ status }) => status === 'fulfilled').length,
  codes: tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : [])),
});

describe('companies', () => {
  it('are found by name, code, number, phone and login name, whatever stands in it', async () => {
    await db.update(company).set({ name: '百分_100%大药房' }).where(eq(company.id, companies.other));
    const [own] = await db.select().from(company).where(eq(company.id, companies.other));
    await db.update(user).set({ name: '欧阳百川' }).where(eq(user.id, users.other));
    const [owner] = await db.select().from(user).where(eq(user.id, users.other));
    for (const q of ['_100%', own?.creditCode ?? '-', owner?.phoneNumber ?? '-', '阳百', 'OTHER'])
      expect
        .soft(
          (await find(q)).rows.map(({ id }) => id),
          q,
        )
        .toEqual([companies.other]);
    expect((await find(String(companies.frozen))).rows.map(({ id }) => id)).toContain(companies.frozen);
    for (const q of ['_10_', '%%', '不存在的企业']) expect.soft((await find(q)).total, q).toBe(0);
    expect((await find('', 'frozen')).rows.map(({ id }) => id)).toEqual([companies.frozen]);
    expect((await find('阳百')).rows[0]).toMatchObject({ contact: '欧阳百川', login: 'other' });
    await expect(find('', 'nonsense')).rejects.toThrow('没有“nonsense”这个状态');
    const { rows: first, total } = await find('');
    expect(total).toBe(await db.$count(company));
    expect(first.map(({ id }) => id)).toEqual(first.map(({ id }) => id).toSorted((a, b) => b - a));
  });

  it('are seen whole, and nothing of another company with them', async () => {
    const own = await getCompanyFile(context, { id: companies.demo });
    expect(own.people.map(({ login }) => login)).toContain('demo-caigou');
    expect(own.people.map(({ login }) => login)).not.toContain('other');
    expect(own.papers.length).toBeGreaterThan(3);
    expect(own.stores.length).toBeGreaterThan(0);
    expect(own.balance).toMatch(/^\d+\.\d\d$/);
    await expect(getCompanyFile(context, { id: 999_999 })).rejects.toMatchObject({ code: 404 });
  });

  it('go on behind the first rows of what only grows, to the end, each row once, and no other company’s', async () => {
    const id = companies.clinic;
    await db.insert(message).values(
      Array.from({ length: 45 }, (_, at) => ({
        companyId: id,
        kind: 'company' as const,
        title: `第${at}条`,
        body: '',
        ref: `more:${at}`,
      })),
    );
    const all = await db.$count(message, eq(message.companyId, id));
    const first = await getCompanyFile(context, { id });
    expect([first.messages.length, first.more]).toEqual([20, expect.arrayContaining(['messages'])]);
    const seen = [...first.messages];
    for (let more = first.more; more.includes('messages'); ) {
      const next = await listMore(context, { id, part: 'messages', after: String(seen.at(-1)?.id) });
      expect(Object.keys(next).sort()).toEqual(['messages', 'more']);
      seen.push(...(next.messages ?? []));
      more = next.more;
    }
    expect(new Set(seen.map((row) => row.id)).size).toBe(all);
    // Every list starts anew behind its own last row, orders and sessions too; a row of another company is none.
    const [buyer, stranger] = await makeBuyers(db, 2);
    const goodsId = await makeGoods(db, goodsPlain, 1000, { merchantId: 1 });
    for (let at = 0; at < 3; at++) await order(db, buyer!, [{ goodsId, number: 30 }]);
    await order(db, stranger!, [{ goodsId, number: 30 }]);
    const own = await getCompanyFile(context, { id: buyer!.companyId });
    const [top] = own.orders;
    expect(own.orders).toHaveLength(3);
    const behind = await listMore(context, { id: buyer!.companyId, part: 'orders', after: top?.no ?? '' });
    expect(behind).toEqual({ orders: own.orders.slice(1), more: [] });
    const { orders: theirs } = await getCompanyFile(context, { id: stranger!.companyId });
    const stolen = { id: buyer!.companyId, part: 'orders', after: theirs[0]?.no ?? '' } as const;
    expect(await listMore(context, stolen)).toEqual({ orders: [], more: [] });
    await Promise.all([loginAs('other'), loginAs('other')]);
    const { sessions } = await getCompanyFile(context, { id: companies.other });
    expect(sessions.length).toBeGreaterThan(1);
    const rest = await listMore(context, {
      id: companies.other,
      part: 'sessions',
      after: sessions[0]?.id ?? '',
    });
    expect(rest.sessions).toEqual(sessions.slice(1));
    expect(sessions[0]).toMatchObject({
      place: expect.any(String),
      logged_in_at: expect.stringContaining('T'),
    });
  });

  it('say so in words where there is no such list, row or company', async () => {
    const { cookie } = await person(db, 'co.more', 'service');
    const ask = (id: number, query: string, who = cookie) =>
      request(more, {
        path: `/api/desk/companies/${id}/more?${query}`,
        params: { id: String(id) },
        cookie: who,
      });
    const { other } = companies;
    expect(await ask(other, 'part=papers&after=1')).toMatchObject({ code: 422, message: '没有这个列表' });
    expect(await ask(other, 'part=ledger')).toMatchObject({ code: 422 });
    for (const after of ['x', '99999999999', '-1'])
      expect(await ask(other, `part=ledger&after=${after}`)).toMatchObject({
        code: 422,
        data: { errors: { after: [expect.any(String)] } },
      });
    expect(await ask(999_999, 'part=audit&after=1')).toMatchObject({ code: 404 });
    expect(await ask(other, 'part=audit&after=1', await loginAs('demo'))).toMatchObject({ code: 404 });
    expect(await ask(other, 'part=orders&after=none')).toMatchObject({
      code: 200,
      data: { orders: [], more: [] },
    });
  });

  it('are the platform’s staff’s only, and to be changed by few of them', async () => {
    const buyer = await loginAs('demo');
    const boss = (await person(db, 'co.boss', 'admin', 5)).cookie;
    const clerk = (await person(db, 'co.clerk', 'service')).cookie;
    const review = (await person(db, 'co.review', 'review')).cookie;
    const params = { id: String(companies.other) };
    const body = { reason: '证照存疑' };
    for (const cookie of ['', buyer, boss]) {
      expect.soft(await request(list, { path: '/api/desk/companies', cookie })).toMatchObject({ code: 404 });
      expect.soft(await request(file, { params, cookie })).toMatchObject({ code: 404 });
      for (const handler of [freeze, unfreeze, terms])
        expect
          .soft(await request(handler, { method: 'POST', params, cookie, body }))
          .toMatchObject({ code: 404 });
    }
    expect(
      (await request<CompaniesList>(list, { path: '/api/desk/companies', cookie: clerk })).data.total,
    ).toBeGreaterThan(5);
    expect((await request<CompanyFile>(file, { params, cookie: clerk })).data.id).toBe(companies.other);
    for (const handler of [freeze, unfreeze, terms])
      expect
        .soft(await request(handler, { method: 'POST', params, cookie: clerk, body }))
        .toMatchObject({ code: 403 });
    expect(
      await request(freeze, { method: 'POST', params, cookie: review, body: { reason: ' ' } }),
    ).toMatchObject({
      code: 422,
      data: { errors: { reason: [expect.any(String)] } },
    });
    expect(
      await request(terms, {
        method: 'POST',
        params,
        cookie: review,
        body: { rank: '10', mark: 'x', scopes: '禁药', manager_id: 'x' },
      }),
    ).toMatchObject({
      code: 422,
      data: {
        errors: {
          rank: [expect.any(String)],
          'scopes.0': [expect.any(String)],
          manager_id: [expect.any(String)],
        },
      },
    });
    expect(
      await request(freeze, { method: 'POST', params: { id: '999999' }, cookie: review, body }),
    ).toMatchObject({ code: 404 });
    expect(await db.$count(auditLog, eq(auditLog.subject, 'company'))).toBe(0);
  });
});

describe('freezing', () => {
  it('ends the sessions, tells why, is safe twice and at once, and is taken back', async () => {
    await loginAs('clinic');
    expect(await db.$count(session, eq(session.userId, users.clinic))).toBe(1);
    const id = companies.clinic;
    const both = await Promise.all([1, 2].map(() => freezeCompany(context, { id, reason: '证照存疑' })));
    for (const one of [...both, await freezeCompany(context, { id, reason: '证照存疑' })])
      expect(one).toMatchObject({ is_frozen: 1, may_freeze: 0, status_reason: '证照存疑', sessions: [] });
    expect(await db.$count(session, eq(session.userId, users.clinic))).toBe(0);
    expect(await entries('company.freeze', id)).toBe(1);
    expect(
      await db.$count(message, and(eq(message.companyId, id), eq(message.title, '企业账号已冻结'))),
    ).toBe(1);
    await expect(freezeCompany(context, { id, reason: '别的原因' })).rejects.toMatchObject({ code: 409 });
    await Promise.all([1, 2].map(() => unfreezeCompany(context, { id })));
    expect(await unfreezeCompany(context, { id })).toMatchObject({
      is_frozen: 0,
      may_freeze: 1,
      status_reason: '',
    });
    expect(await entries('company.unfreeze', id)).toBe(1);
  });

  it('of two for different reasons lets one through', async () => {
    const id = companies.clinic;
    const tries = await Promise.allSettled(
      ['甲原因', '乙原因'].map((reason) => freezeCompany(context, { id, reason })),
    );
    expect(settled(tries)).toEqual({ done: 1, codes: [409] });
    await unfreezeCompany(context, { id });
  });

  it('is for those that buy', async () => {
    for (const id of [companies.pending, companies.rejected])
      await expect(freezeCompany(context, { id, reason: '试试' })).rejects.toMatchObject({ code: 409 });
    await expect(unfreezeCompany(context, { id: companies.pending })).rejects.toMatchObject({ code: 409 });
  });
});

describe('rank, manager and scopes', () => {
  const id = companies.other;

  it('are set by who has read how they stand', async () => {
    const before = await getCompanyFile(context, { id });
    const input = {
      id,
      rank: 5,
      manager_id: before.managers[0]?.id,
      scopes: ['中成药' as const],
      mark: before.seen_mark,
    };
    const now = await setCompanyTerms(context, input);
    expect(now).toMatchObject({ rank: 5, manager_id: input.manager_id });
    expect(now.scopes.filter(({ is_on: is }) => is === 1).map(({ code }) => code)).toEqual(['中成药']);
    // A repeat says the same and is done already; another wish by the old mark is not.
    await setCompanyTerms(context, input);
    await expect(setCompanyTerms(context, { ...input, rank: 6 })).rejects.toMatchObject({ code: 409 });
    expect(await entries('company.terms', id)).toBe(1);
    await expect(
      setCompanyTerms(context, { ...input, manager_id: 999_999, mark: now.seen_mark }),
    ).rejects.toMatchObject({ code: 422 });
  });

  it('of two changes at once one is made', async () => {
    const { seen_mark: mark } = await getCompanyFile(context, { id });
    const tries = await Promise.allSettled(
      [1, 2].map((rank) => setCompanyTerms(context, { id, rank, scopes: [], mark })),
    );
    expect(settled(tries)).toEqual({ done: 1, codes: [409] });
    expect(await db.$count(companyScope, eq(companyScope.companyId, id))).toBe(0);
  });
});

describe('a role of the platform', () => {
  const roleSees = {
    admin: { money: true, people: true },
    review: { money: false, people: true },
    goods: { money: false, people: false },
    marketing: { money: false, people: false },
    finance: { money: true, people: false },
    service: { money: false, people: true },
  } as const;

  it.each(Object.entries(roleSees))('%s sees of a company what its work needs', async (role, sees) => {
    const { cookie } = await person(db, `sees.${role}`, role as keyof typeof roleSees);
    const { data: own } = await request<CompanyFile>(file, {
      cookie,
      params: { id: String(companies.demo) },
    });
    const { data: found } = await request<CompaniesList>(list, { cookie, path: '/api/x?size=200' });
    const whole = await getCompanyFile(context, { id: companies.demo });
    expect(whole.ledger.length).toBeGreaterThan(0);
    expect([own.balance, own.points, own.ledger.length > 0]).toEqual(
      sees.money ? [whole.balance, whole.points, true] : [null, null, false],
    );
    const phones = /(?<!\d)1[3-9]\d{9}(?!\d)/;
    const shown = [
      ...own.people.flatMap(({ phone, login }) => [phone, login]),
      ...own.addresses.map(({ text }) => text),
      ...found.rows.flatMap(({ phone, login }) => [phone, login]),
    ];
    expect(shown.some((text) => phones.test(text))).toBe(sees.people);
    // A phone that is masked is not told by the search either, in whole or in part.
    const [owner] = await db.select().from(user).where(eq(user.id, users.demo));
    const phone = owner?.phoneNumber ?? '';
    for (const q of [phone, phone.slice(0, 8)]) {
      const { data } = await request<CompaniesList>(list, { cookie, path: `/api/x?q=${q}&size=200` });
      expect(
        data.rows.some(({ id }) => id === companies.demo),
        q,
      ).toBe(sees.people);
    }
    await db.update(user).set({ username: phone }).where(eq(user.id, users.demo));
    const { data: byLogin } = await request<CompaniesList>(list, { cookie, path: `/api/x?q=${phone}` });
    await db.update(user).set({ username: owner!.username }).where(eq(user.id, users.demo));
    expect(byLogin.rows.length > 0).toBe(sees.people);
    for (const [part, may] of [
      ['ledger', sees.money],
      ['sessions', sees.people],
    ] as const) {
      const path = `/api/x?part=${part}&after=${part === 'ledger' ? 1 : 'x'}`;
      const answer = await request(more, { cookie, path, params: { id: String(companies.demo) } });
      expect.soft(answer.code, part).toBe(may ? 200 : 403);
    }
  });
});
