/** Papers that lapse soon, at the platform's desk: who sees them, in which order, and reminding of them. */

import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { companies } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import { papers as lapsing } from '#lib/contract/desk/lists/papers.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { remindPaper } from '#lib/server/companies/papers.ts';
import { auditLog, company, message, paper } from '#lib/server/db/schema.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { person } from '#tests/support/desk-people.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const remind = routeOf(api.deskPapersRemind);
const papers = routeOf(api.deskPapers);

const { db } = await testDatabase();
const now = new Date();
const dayMs = 86_400_000;
const after = (days: number) => dayKey(now.getTime() + days * dayMs);
const idOf = new Map<number, number>();

beforeAll(async () => {
  await db.delete(paper);
  await db.update(company).set({ name: '百分_100%大药房' }).where(eq(company.id, companies.demo));
  const made = await db
    .insert(paper)
    .values(
      ([-1, 0, 60, 61] as const).map((days) => ({
        companyId: days === 60 ? companies.other : companies.demo,
        kind: days === 0 ? ('drug_licence' as const) : ('business_licence' as const),
        number: `N${days}`,
        validFrom: after(-400),
        validTo: after(days),
      })),
    )
    .returning({ id: paper.id, number: paper.number });
  for (const { id, number } of made) idOf.set(Number(number.slice(1)), id);
});

const at = (days: number) => idOf.get(days) ?? 0;
type LapsingPaper = RowOf<typeof lapsing>;
const find = (company = '', asked = {}) => askList(byStaff(db, now), lapsing, { company, ...asked });

describe('papers that lapse soon', () => {
  it('are those of the next 60 days, the first to lapse first', async () => {
    const { rows, total } = await find();
    expect(rows.map(({ number, days_left: left }) => [number, left])).toEqual([
      ['N0', 0],
      ['N60', 60],
    ]);
    expect(total).toBe(2);
    const { next } = await find('', { size: 1 });
    expect(await find('', { after: next, size: 1 })).toMatchObject({ rows: [{ number: 'N60' }], total: 2 });
  });

  it('are found by a part of the name, whatever it holds', async () => {
    expect((await find('_100%')).rows.map(({ number }) => number)).toEqual(['N0']);
    for (const other of ['%%', '_10_', '\\']) expect((await find(other)).rows, other).toEqual([]);
  });

  it('do not wait where one goes on after them that has passed its review', async () => {
    const later = {
      companyId: companies.demo,
      kind: 'drug_licence',
      validFrom: after(1),
      validTo: null,
    } as const;
    await db.insert(paper).values({ ...later, number: 'NEW', status: 'reviewing' });
    expect((await find()).total).toBe(2);
    await db.update(paper).set({ status: 'approved' }).where(eq(paper.number, 'NEW'));
    expect((await find()).total).toBe(1);
    await expect(remindPaper(byStaff(db, now), { id: at(0) })).rejects.toMatchObject({ code: 404 });
    await db.delete(paper).where(eq(paper.number, 'NEW'));
  });

  it('are the platform’s review’s and administrators’ only', async () => {
    const ask = (cookie: string, query = '') =>
      request<ListAnswer<LapsingPaper>>(papers, { path: `/api/desk/papers${query}`, cookie });
    const press = (cookie: string, id: string) =>
      request<LapsingPaper>(remind, { method: 'POST', params: { id }, cookie });
    const boss = (await person(db, 'paper.boss', 'admin', 5)).cookie;
    const clerk = (await person(db, 'paper.clerk', 'finance')).cookie;
    const id = String(at(60));
    for (const cookie of ['', await loginAs('other'), boss]) {
      expect(await ask(cookie)).toMatchObject({ code: 404 });
      expect(await press(cookie, id)).toMatchObject({ code: 404 });
    }
    expect(await ask(clerk)).toMatchObject({ code: 403, message: /不能审核企业和资质/ });
    expect(await press(clerk, id)).toMatchObject({ code: 403 });
    expect(await db.$count(auditLog, eq(auditLog.act, 'paper.remind'))).toBe(0);
    const review = (await person(db, 'paper.review', 'review')).cookie;
    expect((await ask(review)).data.total).toBe(2);
    for (const [query, field] of [
      ['?sort=number', 'sort'],
      ['?size=1001', 'size'],
      [`?company=${'x'.repeat(101)}`, 'company'],
    ] as const)
      expect.soft(await ask(review, query), query).toMatchObject({
        code: 422,
        data: { errors: { [field]: [expect.any(String)] } },
      });
    expect(await press(review, 'x')).toMatchObject({ code: 422 });
    expect(await press(review, String(at(61)))).toMatchObject({ code: 404 });
    expect(await press(review, id)).toMatchObject({ code: 200, data: { is_reminded: 1 } });
  });
});

describe('a reminder', () => {
  const entries = (id: number) =>
    db.$count(auditLog, and(eq(auditLog.act, 'paper.remind'), eq(auditLog.subjectKey, String(id))));
  const messages = (id: number) =>
    db
      .select()
      .from(message)
      .where(and(eq(message.companyId, companies.demo), eq(message.ref, `paper:${id}:${after(0)}`)));

  it('goes out once a day, with its entry, however often it is pressed', async () => {
    const id = at(0);
    const both = await Promise.all([1, 2].map(() => remindPaper(byStaff(db, now), { id })));
    expect(both).toHaveLength(2);
    await remindPaper(byStaff(db, now), { id });
    expect(await messages(id)).toMatchObject([{ kind: 'paper', title: '药品经营许可证即将到期' }]);
    expect(await entries(id)).toBe(1);
    const { rows } = await find();
    expect(rows.map(({ is_reminded: is }) => is)).toEqual([1, 1]);
  });

  it('may follow on another day, and the list knows the last', async () => {
    const id = at(60);
    const tomorrow = new Date(now.getTime() + dayMs);
    const { rows } = await askList(byStaff(db, tomorrow), lapsing);
    expect(rows.find((one) => one.id === id)).toMatchObject({ is_reminded: 0, reminded_on: after(0) });
    await remindPaper(byStaff(db, tomorrow), { id });
    expect(await entries(id)).toBe(2);
  });
});
