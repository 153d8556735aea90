/** A reviewer's decision and the ten seconds in which it is taken back: by whom, until when, and what of it is seen. */
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { reviews } from '#lib/contract/desk/lists/reviews.ts';
import { withdrawMs } from '#lib/rules/companies/review.ts';
import { approveCompany } from '#lib/server/companies/approve.ts';
import {
  approveReview,
  claimReview,
  getReviewFile,
  nextReview,
  returnReview,
  withdrawReview,
} from '#lib/server/companies/review.ts';
import { carryOutVerdicts } from '#lib/server/companies/verdicts.ts';
import { auditLog, company, companyApplication, message, paper } from '#lib/server/db/schema.ts';
import { dataOf, handedIn } from '#tests/support/applications.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { passTime } from '#tests/support/verdicts.ts';

const { db } = await testDatabase();
const now = new Date();
let first: Person;
let second: Person;
let count = 0;

beforeAll(async () => {
  first = await person(db, 'back.one', 'review');
  second = await person(db, 'back.two', 'review');
});
beforeEach(async () => {
  await db.execute(sql`update company_application set status = 'withdrawn' where status = 'waiting'`);
});

const as = (who: Person) => ({
  ...byStaff(db, now),
  actor: { kind: 'platform' as const, name: who.username, merchantId: null },
});
const fresh = () => handedIn(db, ++count, now);
const yes = (id: number) => ({ id, version: 1, scopes: ['中成药' as const], rank: 2, manager_id: 2 });
const no = (id: number, reason = '资料不全') => ({ id, version: 1, reason });

/** Everything of a company that a decision writes. */
async function stateOf(companyId: number) {
  const papers = await db.select().from(paper).where(eq(paper.companyId, companyId)).orderBy(paper.id);
  const { rows } = await db.execute(sql`select
    (select count(*)::int from company_scope where company_id = ${companyId}) as scopes,
    (select count(*)::int from address where company_id = ${companyId}) as addresses`);
  return {
    company: await db.select().from(company).where(eq(company.id, companyId)),
    papers,
    counts: rows,
    messages: await db.$count(message, eq(message.companyId, companyId)),
  };
}
const acts = async (id: number) =>
  (
    await db
      .select({ act: auditLog.act, who: auditLog.actorId })
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'company'), eq(auditLog.subjectKey, String(id))))
      .orderBy(auditLog.id)
  ).map(({ act, who }) => `${act} ${who}`);
const row = async (id: number) =>
  (await db.select().from(companyApplication).where(eq(companyApplication.id, id)))[0];
const codes = (tries: PromiseSettledResult<unknown>[]) =>
  tries.map((one) => (one.status === 'rejected' ? one.reason.code : 200)).toSorted();

it('leaves no trace of a decision before its time, and none of one that was taken back', async () => {
  for (const press of [
    (id: number) => approveReview(as(first), yes(id)),
    (id: number) => returnReview(as(first), no(id)),
  ]) {
    const { id, companyId } = await fresh();
    const before = await stateOf(companyId);
    const done = await press(id);
    expect(done.withdraw_ms).toBeGreaterThan(withdrawMs - 5_000);
    expect(done.withdraw_ms).toBeLessThanOrEqual(withdrawMs);
    await carryOutVerdicts(db, now);
    expect(await stateOf(companyId)).toEqual(before);
    // Nobody gets it meanwhile: it is neither in the queue nor to be claimed, not by the reviewer either.
    expect((await askList(as(second), reviews, {})).total).toBe(0);
    expect((await nextReview(as(first), {})).file).toBeNull();
    for (const who of [first, second])
      await expect(claimReview(as(who), { id })).rejects.toMatchObject({ code: 409, message: /刚刚已决定/ });
    expect(await getReviewFile(as(second), { id })).toMatchObject({ is_waiting: 0 });
    const file = await withdrawReview(as(first), { id });
    expect(file).toMatchObject({ id, is_waiting: 1, is_mine: 1, state_text: '待审核' });
    // Twice is once.
    await withdrawReview(as(first), { id });
    await passTime(db, id);
    await carryOutVerdicts(db, now);
    expect(await stateOf(companyId)).toEqual(before);
    expect(await acts(companyId)).toEqual(['company.unreview back.one']);
    await approveReview(as(first), yes(id));
    await passTime(db, id);
    await carryOutVerdicts(db, now);
    expect((await stateOf(companyId)).company[0]?.status).toBe('approved');
    expect(await acts(companyId)).toEqual(['company.unreview back.one', 'company.approve back.one']);
  }
});

it('is taken back by who decided alone, and not after its time', async () => {
  const { id, companyId } = await fresh();
  await expect(withdrawReview(as(first), { id })).rejects.toMatchObject({
    code: 409,
    message: /没有可以撤回/,
  });
  await expect(withdrawReview(as(first), { id: 999_999 })).rejects.toMatchObject({ code: 404 });
  await approveReview(as(first), yes(id));
  await expect(withdrawReview(as(second), { id })).rejects.toMatchObject({
    code: 409,
    message: /只有决定的人/,
  });
  // The same again is the same, another decision waits for the first to be taken back, whoever comes with it.
  expect((await approveReview(as(first), yes(id))).withdraw_ms).toBeGreaterThan(0);
  await expect(returnReview(as(first), no(id))).rejects.toMatchObject({ code: 409 });
  await expect(approveReview(as(second), yes(id))).rejects.toMatchObject({ code: 409 });
  await expect(approveCompany(byStaff(db, now), { who: dataOf(count).name })).rejects.toMatchObject({
    code: 409,
  });
  await passTime(db, id);
  await expect(withdrawReview(as(first), { id })).rejects.toMatchObject({ code: 409, message: /十秒/ });
  expect((await stateOf(companyId)).company[0]?.status).toBe('reviewing');
  await Promise.all([carryOutVerdicts(db, now), carryOutVerdicts(db, now)]);
  await expect(withdrawReview(as(first), { id })).rejects.toMatchObject({ code: 409, message: /十秒/ });
  expect(await approveReview(as(first), yes(id))).toMatchObject({ withdraw_ms: 0 });
  expect(await acts(companyId)).toEqual(['company.approve back.one']);
  expect((await stateOf(companyId)).messages).toBe(1);
});

it('of the job and the withdrawal at the last moment one wins whole', async () => {
  for (let nth = 0; nth < 8; nth++) {
    const { id, companyId } = await fresh();
    const before = await stateOf(companyId);
    await approveReview(as(first), yes(id));
    await db.execute(sql`update company_application
      set verdict_due = clock_timestamp() + ${nth * 3}::int * interval '1 millisecond' where id = ${id}`);
    const tries = await Promise.allSettled([
      withdrawReview(as(first), { id }),
      carryOutVerdicts(db, now),
      withdrawReview(as(first), { id }),
      carryOutVerdicts(db, now),
    ]);
    await carryOutVerdicts(db, now);
    const isBack = tries[0]?.status === 'fulfilled' || tries[2]?.status === 'fulfilled';
    const after = await stateOf(companyId);
    if (isBack) expect(after).toEqual(before);
    else expect(after).toMatchObject({ company: [{ status: 'approved' }], messages: 1 });
    expect(await acts(companyId)).toEqual([`company.${isBack ? 'unreview' : 'approve'} back.one`]);
    await db.execute(
      sql`update company_application set status = 'withdrawn' where id = ${id} and status = 'waiting'`,
    );
  }
});

it('of two presses at once one is stored', async () => {
  const { id, companyId } = await fresh();
  const tries = await Promise.allSettled([
    approveReview(as(first), yes(id)),
    approveReview(as(first), yes(id)),
    returnReview(as(second), no(id)),
  ]);
  expect(codes(tries).filter((code) => code === 409).length).toBeGreaterThan(0);
  await passTime(db, id);
  await carryOutVerdicts(db, now);
  expect(await acts(companyId)).toHaveLength(1);
});

it('a decision that the world forbids meanwhile goes back into the queue, and the log says why', async () => {
  const { id, companyId } = await fresh();
  await approveReview(as(first), yes(id));
  await db.update(company).set({ status: 'closed' }).where(eq(company.id, companyId));
  await passTime(db, id);
  expect(await carryOutVerdicts(db, now)).toEqual({ done: 1, failed: 0 });
  expect(await row(id)).toMatchObject({ status: 'waiting', verdict: null, claimedBy: null });
  expect(await acts(companyId)).toEqual(['company.review_lapse back.one']);
  expect((await stateOf(companyId)).messages).toBe(0);
});
