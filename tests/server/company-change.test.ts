/** Changing what an approved company is: written, handed in with papers, decided, taken back; the old approval holds. */

import { and, eq, inArray } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { companies, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { CompanyChange } from '#lib/contract/companies/change-schema.ts';
import { changeCompanyInput } from '#lib/contract/companies/change-schema.ts';
import { AppError } from '#lib/contract/errors.ts';
import {
  changeCompany,
  dropChange,
  getCompanyChange,
  handInChange,
  withdrawChange,
} from '#lib/server/companies/change.ts';
import { decide } from '#lib/server/companies/decide.ts';
import { getReviewFile } from '#lib/server/companies/review.ts';
import {
  company,
  companyApplication,
  companyScope,
  paper,
  paperFile,
  storedFile,
} from '#lib/server/db/schema.ts';
import { findAccount } from '#lib/server/people/account-rows.ts';
import { codeOf } from '#tests/support/applications.ts';
import { byStaff, contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const look = routeOf(api.companyChange);
const save = routeOf(api.changeCompany);

const { db } = await testDatabase();
const demo = () => contextOf(db, 'demo');
let before: typeof company.$inferSelect;
let scopes: string[];

const own = async () => (await db.select().from(company).where(eq(company.id, companies.demo)))[0]!;
const requestOf = (now: CompanyChange, more: object = {}) =>
  changeCompanyInput.parse({ ...now.now, version: now.version, credit_code: codeOf(7), ...more });

/** A whole draft of a paper. */
async function writes(kind: 'business_licence' | 'food_licence'): Promise<void> {
  const [file] = await db
    .insert(storedFile)
    .values({
      companyId: companies.demo,
      digest: kind,
      kind: 'image',
      contentType: 'image/jpeg',
      bytes: 9,
      width: 3,
      height: 3,
      name: 'a.jpg',
    })
    .returning({ id: storedFile.id });
  const [made] = await db
    .insert(paper)
    .values({ companyId: companies.demo, kind, number: codeOf(7), validFrom: '2026-01-01', status: 'draft' })
    .returning({ id: paper.id });
  await db.insert(paperFile).values({ paperId: made!.id, position: 0, fileId: file!.id });
}

/** 更名 with its new licence, waiting; answers the application. */
async function waiting(): Promise<number> {
  const saved = await changeCompany(
    await demo(),
    requestOf(await getCompanyChange(await demo()), { name: '新名大药房' }),
  );
  await writes('business_licence');
  await handInChange(await demo(), { version: saved.version });
  const [row] = await db.select().from(companyApplication).where(eq(companyApplication.status, 'waiting'));
  return row!.id;
}

beforeAll(async () => {
  before = await own();
  scopes = (await db.select().from(companyScope).where(eq(companyScope.companyId, companies.demo))).map(
    ({ scope }) => scope,
  );
});
beforeEach(async () => {
  await db.delete(paperFile);
  await db.delete(storedFile);
  await db
    .delete(paper)
    .where(
      and(eq(paper.companyId, companies.demo), inArray(paper.status, ['draft', 'reviewing', 'rejected'])),
    );
  await db
    .update(paper)
    .set({ applicationId: null, status: 'approved' })
    .where(and(eq(paper.companyId, companies.demo), eq(paper.status, 'replaced')));
  await db.delete(paper).where(and(eq(paper.companyId, companies.demo), eq(paper.number, codeOf(7))));
  await db.update(paper).set({ applicationId: null });
  await db.delete(companyApplication);
  await db.delete(companyScope).where(eq(companyScope.companyId, companies.demo));
  await db
    .insert(companyScope)
    .values(scopes.map((scope) => ({ companyId: companies.demo, scope: scope as '其他' })));
  await db.update(company).set(before).where(eq(company.id, companies.demo));
});

describe('what is written', () => {
  it('is a draft: the company stays what it is, and says what the change needs', async () => {
    const saved = await changeCompany(
      await demo(),
      requestOf(await getCompanyChange(await demo()), { name: '新名大药房' }),
    );
    expect(saved).toMatchObject({
      version: 2,
      can_hand_in: 1,
      wanted: { name: '新名大药房' },
      now: { name: before.name },
    });
    expect(saved.lacks.map(({ at, page }) => [at, page])).toEqual([
      ['business_licence', '/zhzx/zzzj#paper-business_licence'],
    ]);
    expect((await own()).name).toBe(before.name);
    await expect(handInChange(await demo(), { version: 2 })).rejects.toMatchObject({ code: 422 });
    const dropped = await dropChange(await demo(), { version: 2 });
    expect(dropped).toMatchObject({ can_hand_in: 0, wanted: { name: before.name }, lacks: [] });
    expect(await dropChange(await demo(), { version: 2 })).toEqual(dropped);
  });

  it('is one device’s: of two at once one is kept, the other is told what stands there', async () => {
    const now = await getCompanyChange(await demo());
    const tries = await Promise.allSettled(
      ['甲', '乙'].map(async (name) =>
        changeCompany(await demo(), requestOf(now, { name: `${name}大药房` })),
      ),
    );
    const [lost] = tries.filter((one) => one.status === 'rejected');
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(lost?.reason).toMatchObject({ code: 409, data: { change: { version: 2 } } });
    expect(await db.$count(companyApplication)).toBe(1);
  });

  it('makes sense, and is written by who manages an approved company alone', async () => {
    const now = await getCompanyChange(await demo());
    const cookie = await loginAs('demo');
    const wrong = { ...requestOf(now), name: ' ', credit_code: '123', region_code: '999999' };
    const answer = await request<{ errors: object }>(save, { body: wrong, cookie });
    expect([answer.code, Object.keys(answer.data.errors).toSorted()]).toEqual([
      422,
      ['credit_code', 'name', 'region_code'],
    ]);
    expect((await request(save, { body: requestOf(now), cookie: await loginAs('demo-caigou') })).code).toBe(
      403,
    );
    expect((await request(save, { body: requestOf(now), cookie: await loginAs('pending') })).code).toBe(409);
    expect((await request(save, { body: requestOf(now) })).status).toBe(401);
  });

  it('is its own company’s', async () => {
    await changeCompany(
      await demo(),
      requestOf(await getCompanyChange(await demo()), { name: '新名大药房' }),
    );
    const { data } = await request<CompanyChange>(look, { cookie: await loginAs('other') });
    expect(data).toMatchObject({ version: 1, can_hand_in: 0 });
    expect(data.wanted).toEqual(data.now);
  });
});

describe('every step of a change', () => {
  it('twice and out of order leaves one application, and the company as it is', async () => {
    const first = await getCompanyChange(await demo());
    // Nothing is written yet: there is nothing to hand in, and nothing to take back.
    await expect(handInChange(await demo(), { version: first.version })).rejects.toBeInstanceOf(AppError);
    expect(await withdrawChange(await demo())).toEqual(first);
    const input = requestOf(first, { name: '新名大药房' });
    const saved = await changeCompany(await demo(), input);
    // The same once more has read an older version, and says what stands there.
    await expect(changeCompany(await demo(), input)).rejects.toMatchObject({
      code: 409,
      data: { change: { version: saved.version, wanted: { name: '新名大药房' } } },
    });
    await writes('business_licence');
    await expect(handInChange(await demo(), { version: first.version })).rejects.toMatchObject({ code: 409 });
    await handInChange(await demo(), { version: saved.version });
    // Again it is done already.
    expect(await handInChange(await demo(), { version: saved.version })).toEqual(
      await getCompanyChange(await demo()),
    );
    // What waits is neither written on nor thrown away.
    const late = requestOf(await getCompanyChange(await demo()), { name: '又一个名字' });
    await expect(changeCompany(await demo(), late)).rejects.toMatchObject({ code: 409 });
    await expect(dropChange(await demo(), { version: late.version })).rejects.toMatchObject({ code: 409 });
    const rows = await db.select().from(companyApplication);
    expect(rows.map(({ status, data }) => [status, data.name])).toEqual([['waiting', '新名大药房']]);
    expect((await own()).name).toBe(before.name);
  });
});

describe('what waits', () => {
  it('is looked at with its differences; approved it counts at once, until then the old one does', async () => {
    const id = await waiting();
    const account = (await findAccount(db, users.demo))!;
    expect([account.companyState, account.company]).toEqual(['changing', before.name]);
    const { fields, kind_text: kind } = await getReviewFile(byStaff(db), { id });
    expect([kind, fields.find(({ label }) => label === '企业名称')]).toEqual([
      '资料变更',
      { label: '企业名称', text: '新名大药房', was: before.name, problem: '' },
    ]);
    expect(fields.find(({ label }) => label === '经营范围')).toMatchObject({ was: '' });
    await decide(byStaff(db), { id, decision: { verdict: 'approved' } });
    expect(await findAccount(db, users.demo)).toMatchObject({
      companyState: 'approved',
      company: '新名大药房',
    });
  });

  it('taken back goes on as a draft with its papers, once', async () => {
    const id = await waiting();
    const both = await Promise.all([withdrawChange(await demo()), withdrawChange(await demo())]);
    expect(both[0]).toEqual(both[1]);
    expect(both[0]).toMatchObject({
      can_change: 1,
      handed_in_at: null,
      wanted: { name: '新名大药房' },
      lacks: [],
    });
    await expect(decide(byStaff(db), { id, decision: { verdict: 'approved' } })).rejects.toMatchObject({
      code: 409,
    });
    expect((await own()).status).toBe('approved');
    await handInChange(await demo(), { version: both[0].version });
    expect((await own()).status).toBe('changing');
  });

  it('is decided or taken back, of both at once one', async () => {
    const id = await waiting();
    const [decided] = await Promise.allSettled([
      decide(byStaff(db), { id, decision: { verdict: 'approved' } }),
      withdrawChange(await demo()),
    ]);
    const { name, status } = await own();
    expect([name, status]).toEqual([decided.status === 'fulfilled' ? '新名大药房' : before.name, 'approved']);
  });

  it('returned says why, leaves the company as it is and goes on from what was written', async () => {
    const id = await waiting();
    await decide(byStaff(db), {
      id,
      decision: { verdict: 'returned', papers: new Map(), reason: '执照不清楚' },
    });
    const seen = await getCompanyChange(await demo());
    expect(seen).toMatchObject({ reason: '执照不清楚', wanted: { name: '新名大药房' }, can_hand_in: 1 });
    const saved = await changeCompany(await demo(), requestOf(seen, { name: '再改大药房' }));
    expect(saved).toMatchObject({ reason: '', wanted: { name: '再改大药房' }, now: { name: before.name } });
  });
});
