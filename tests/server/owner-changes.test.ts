/** Another telephone for an owner who lost theirs: asked for with papers, passed by a second person, objected to, moved. */

import { and, eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { companies, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { FileWire } from '#lib/contract/files.ts';
import type { OwnerChangesList } from '#lib/contract/owner-changes.ts';
import { passAct, refuseAct, withdrawAct } from '#lib/server/countersign/countersign.ts';
import {
  account,
  auditLog,
  company,
  demoSms,
  message,
  ownerChange,
  passkey,
  session,
  storedFile,
  user,
  userTotp,
  waitingAct,
} from '#lib/server/db/schema.ts';
import { moveOwnerPhones } from '#lib/server/owner-changes/move.ts';
import { listComingChanges } from '#lib/server/owner-changes/object.ts';
import { byStaff, contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { callHandler, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { askCode, codeOf, messagesTo } from '#tests/support/sms.ts';
import { GET as previewOf } from '../../src/pages/file/[id]/index.ts';

const upload = routeOf(api.uploadOwnerPaper);
const ask = routeOf(api.askOwnerChange);
const list = routeOf(api.ownerChanges);
const prove = routeOf(api.provePhone);
const object = routeOf(api.objectOwnerChange);

const { db, pool } = await testDatabase();

const service = await person(db, 'own.service', 'service');
const finance = await person(db, 'own.finance', 'finance');
const old = '13700000001';
const next = '13700000002';
const id = companies.demo;
const params = { id: String(id) };
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const own = async () => (await db.select().from(user).where(eq(user.id, users.demo)))[0]!;
const last = async () => (await db.select().from(ownerChange).orderBy(ownerChange.id)).at(-1)!;
const about = (change: number) => sql`${auditLog.after}->>'id' = ${String(change)}`;
const acts = async () =>
  (await db.select().from(auditLog).where(eq(auditLog.subject, 'company')).orderBy(auditLog.id))
    .map(({ act }) => act)
    .filter((act) => act.startsWith('owner.'));

async function sendPaper(colour: string, cookie = service.cookie) {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], `${colour}.png`));
  return request<FileWire>(upload, { body: form, params, cookie });
}
const papers = {
  licence: (await sendPaper('red')).data.id,
  identity: (await sendPaper('green')).data.id,
  letter: (await sendPaper('blue')).data.id,
};
const asking = (more: Record<string, unknown> = {}, cookie = service.cookie) =>
  request<OwnerChangesList>(ask, {
    body: { user_id: users.demo, phone: next, reason: '手机遗失', ...papers, ...more },
    params,
    cookie,
  });

/** The act of the last change. */
async function actOf(): Promise<number> {
  const subject = String((await last()).id);
  const [act] = await db
    .select()
    .from(waitingAct)
    .where(and(eq(waitingAct.kind, 'owner_phone'), eq(waitingAct.subject, subject)));
  return act!.id;
}
async function passed(): Promise<number> {
  expect((await asking()).code).toBe(200);
  await passAct(byStaff(db), { id: await actOf() });
  return (await last()).id;
}
const objecting = (change: number, cookie: string) =>
  request(object, { method: 'POST', params: { id: String(change) }, cookie });

beforeEach(async () => {
  for (const table of [ownerChange, message, demoSms]) await db.delete(table);
  await db
    .update(waitingAct)
    .set({ state: 'withdrawn', decidedBy: 'x', decidedAt: new Date(), outcome: 'x' });
  await db.update(user).set({ phoneNumber: null }).where(eq(user.phoneNumber, next));
  await db.update(user).set({ phoneNumber: old }).where(eq(user.id, users.demo));
});

describe('asking', () => {
  it('needs the permission, an owner, a free telephone and the desk’s own files', async () => {
    expect((await asking({}, finance.cookie)).code).toBe(403);
    expect((await sendPaper('red', finance.cookie)).code).toBe(403);
    expect((await asking({}, await loginAs('demo'))).code).toBe(404);
    await db.update(user).set({ phoneNumber: '13700000009' }).where(eq(user.id, users.other));
    const wrong = [
      ['user_id', { user_id: users['demo-caigou'] }],
      ['user_id', { user_id: users.other }],
      ['phone', { phone: old }],
      ['phone', { phone: '13700000009' }],
      ['phone', { phone: '123' }],
      ['reason', { reason: ' ' }],
      ['letter', { letter: 999_999 }],
    ] as const;
    for (const [field, body] of wrong)
      expect
        .soft(await asking(body), field)
        .toMatchObject({ code: 422, data: { errors: { [field]: [expect.any(String)] } } });
    expect(await db.$count(ownerChange)).toBe(0);
    await db.update(storedFile).set({ isForDesk: false }).where(eq(storedFile.id, papers.letter));
    expect((await asking()).code).toBe(422);
    await db.update(storedFile).set({ isForDesk: true }).where(eq(storedFile.id, papers.letter));
  });

  it('is one of two at once and of repeated presses; the desk sees the papers, the company does not', async () => {
    const tries = await Promise.all([asking(), asking(), asking()]);
    expect(tries.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect(await db.$count(ownerChange)).toBe(1);
    expect((await asking({ phone: '13700000003' })).code).toBe(409);
    const shown = await request<OwnerChangesList>(list, { params, cookie: service.cookie });
    expect(shown.data.list).toMatchObject([{ from_phone: old, to_phone: next, state: 'waiting' }]);
    const see = async (cookie: string) =>
      (await callHandler(previewOf, { params: { id: String(papers.licence) }, cookie })).status;
    expect(await see(service.cookie)).toBe(200);
    expect([await see(finance.cookie), await see(await loginAs('demo'))]).toEqual([404, 404]);
    // The queue and the log keep masked telephones alone.
    const [act] = await db
      .select()
      .from(waitingAct)
      .where(eq(waitingAct.id, await actOf()));
    expect(JSON.stringify(act)).not.toContain(next);
  });

  it('is not passed by who asked; refused or taken back it ends', async () => {
    await asking();
    const by = {
      ...byStaff(db),
      actor: { kind: 'platform', name: 'own.service', merchantId: null } as const,
    };
    const first = await actOf();
    await expect(passAct(by, { id: first })).rejects.toMatchObject({ code: 403 });
    await refuseAct({ ...byStaff(db), reason: '公章不清' }, { id: first, reason: '公章不清' });
    expect(await last()).toMatchObject({ state: 'refused', word: '公章不清' });
    await asking();
    await withdrawAct(by, { id: await actOf() });
    expect(await last()).toMatchObject({ state: 'void' });
    expect((await acts()).slice(-4)).toEqual(['owner.ask', 'owner.refuse', 'owner.ask', 'owner.withdraw']);
    const [refused] = await db.select().from(auditLog).where(eq(auditLog.act, 'owner.refuse'));
    expect(refused).toMatchObject({ actorId: '何一', after: { state: 'refused', reason: '公章不清' } });
    expect(await moveOwnerPhones(db, later(99))).toEqual({ done: 0, failed: 0 });
    expect((await own()).phoneNumber).toBe(old);
  });
});

describe('a passed change', () => {
  it('is told to the old telephone and the company, waits, and moves once with all that one logged in by', async () => {
    await loginAs('demo');
    const change = await passed();
    await expect.poll(async () => (await messagesTo(db, old)).length, { timeout: 20_000 }).toBe(1);
    expect(await db.$count(message, eq(message.ref, `owner-change:${change}`))).toBe(1);
    expect(await moveOwnerPhones(db, later(23))).toEqual({ done: 0, failed: 0 });
    expect((await own()).phoneNumber).toBe(old);
    const at = new Date();
    await db.insert(passkey).values({
      ...{
        userId: users.demo,
        credentialId: 'c',
        publicKey: 'k',
        counter: 0,
        transports: [],
        name: '钥匙',
        createdAt: at,
      },
    });
    await db.insert(userTotp).values({ userId: users.demo, secret: 's', step: 1 });
    await db.insert(account).values({ id: 'w', accountId: 'wx', providerId: 'wechat', userId: users.demo });
    const password = () =>
      db
        .select()
        .from(account)
        .where(and(eq(account.userId, users.demo), eq(account.providerId, 'credential')));
    const [was] = await password();
    const runs = await Promise.all([moveOwnerPhones(db, later(25)), moveOwnerPhones(db, later(25))]);
    expect(runs.map(({ done }) => done).toSorted()).toEqual([0, 1]);
    expect(await own()).toMatchObject({ phoneNumber: next, wechat: null });
    expect((await password())[0]?.password).not.toBe(was?.password);
    for (const [table, column] of [
      [session, session.userId],
      [passkey, passkey.userId],
      [userTotp, userTotp.userId],
    ] as const)
      expect(await db.$count(table, eq(column, users.demo))).toBe(0);
    expect(await db.$count(account, eq(account.userId, users.demo))).toBe(1);
    expect(await last()).toMatchObject({ state: 'done' });
    expect(await db.$count(message, eq(message.ref, `owner-change-done:${change}`))).toBe(1);
    expect((await acts()).slice(-3)).toEqual(['owner.ask', 'owner.pass', 'owner.move']);
    // A code to the new telephone leads to a new password.
    await db.delete(demoSms);
    await askCode(next);
    const answer = await request(prove, { body: { phone: next, code: await codeOf(db, next) } });
    expect(answer.code).toBe(200);
    await db.update(account).set({ password: was!.password }).where(eq(account.id, was!.id));
  });

  it('is ended by any person of the company, of two presses once, and by no other company', async () => {
    const change = await passed();
    expect(await listComingChanges(await contextOf(db, 'demo-zhidu'))).toMatchObject([
      { to_phone: '137****0002' },
    ]);
    expect(await listComingChanges(await contextOf(db, 'other'))).toEqual([]);
    expect((await objecting(change, await loginAs('other'))).code).toBe(404);
    const cookie = await loginAs('demo-zhidu');
    const tries = await Promise.all([objecting(change, cookie), objecting(change, cookie)]);
    expect(tries.map(({ code }) => code)).toEqual([200, 200]);
    expect(await last()).toMatchObject({ state: 'objected', objectedBy: users['demo-zhidu'] });
    expect(await db.$count(message, eq(message.ref, `owner-change-objected:${change}`))).toBe(1);
    expect(await moveOwnerPhones(db, later(25))).toEqual({ done: 0, failed: 0 });
    expect((await own()).phoneNumber).toBe(old);
    expect((await acts()).at(-1)).toBe('owner.object');
  });

  it('moves or is objected to, never both', async () => {
    const change = await passed();
    const cookie = await loginAs('demo-zhidu');
    const [{ code }] = await Promise.all([objecting(change, cookie), moveOwnerPhones(db, later(25))]);
    const { state } = await last();
    expect([state, code]).toEqual(state === 'done' ? ['done', 409] : ['objected', 200]);
    expect((await own()).phoneNumber).toBe(state === 'done' ? next : old);
  });

  /** Runs acts one behind the other while a row is held: each waits when the next begins, then all go on. */
  async function behind<T>(hold: string, acts: readonly (() => Promise<T>)[]): Promise<T[]> {
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query(hold);
      const done: Promise<T>[] = [];
      for (const act of acts) {
        done.push(act());
        const waiting = `select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        await expect
          .poll(async () => (await pool.query(waiting)).rows[0].n, { timeout: 20_000 })
          .toBe(done.length);
      }
      await holder.query('commit');
      return await Promise.all(done);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  }
  const move = () => moveOwnerPhones(db, later(25));
  const objectNow = (change: number, cookie: string) => async () => (await objecting(change, cookie)).code;

  it('that is half moved is not objected to any more', async () => {
    const change = await passed();
    const cookie = await loginAs('demo-zhidu');
    // The job has the change, and waits for the person.
    const person = `select id from "user" where id = '${users.demo}' for update`;
    const [moved, code] = await behind<unknown>(person, [move, objectNow(change, cookie)]);
    expect([moved, code]).toEqual([{ done: 1, failed: 0 }, 409]);
    expect(await last()).toMatchObject({ state: 'done', objectedBy: null });
    expect((await own()).phoneNumber).toBe(next);
    expect(await db.$count(message, eq(message.ref, `owner-change-objected:${change}`))).toBe(0);
  });

  it('that is half objected to is not moved, and of two objections one counts', async () => {
    const change = await passed();
    const [one, two] = [await loginAs('demo-zhidu'), await loginAs('demo-caigou')];
    const row = `select id from owner_change where id = ${change} for update`;
    const ends = await behind<unknown>(row, [objectNow(change, one), objectNow(change, two), move]);
    expect(ends).toEqual([200, 200, { done: 0, failed: 0 }]);
    expect(await last()).toMatchObject({ state: 'objected', objectedBy: users['demo-zhidu'] });
    expect((await own()).phoneNumber).toBe(old);
    expect(await db.$count(auditLog, and(eq(auditLog.act, 'owner.object'), about(change)))).toBe(1);
  });

  it('is moved by one of two jobs at once', async () => {
    const change = await passed();
    const person = `select id from "user" where id = '${users.demo}' for update`;
    const runs = await behind(person, [move, move]);
    expect(runs.map(({ done }) => done)).toEqual([1, 0]);
    for (const [act, times] of [
      ['owner.move', 1],
      ['owner.void', 0],
    ] as const)
      expect(await db.$count(auditLog, and(eq(auditLog.act, act), about(change)))).toBe(times);
  });

  it('comes to nothing where somebody else has the telephone, or the person has another by then', async () => {
    await passed();
    await db.update(user).set({ phoneNumber: next }).where(eq(user.id, users.other));
    await moveOwnerPhones(db, later(25));
    expect(await last()).toMatchObject({ state: 'void', word: '新手机号已有账号' });
    await db.update(user).set({ phoneNumber: null }).where(eq(user.id, users.other));
    await passed();
    await db.update(user).set({ phoneNumber: '13700000004' }).where(eq(user.id, users.demo));
    await moveOwnerPhones(db, later(25));
    expect(await last()).toMatchObject({ state: 'void', word: '登录手机号在此期间已变更' });
    expect((await own()).phoneNumber).toBe('13700000004');
    expect((await acts()).at(-1)).toBe('owner.void');
  });

  it('is neither passed nor moved for a closed company', async () => {
    await asking();
    const act = await actOf();
    await db.update(company).set({ status: 'closed' }).where(eq(company.id, id));
    await expect(passAct(byStaff(db), { id: act })).rejects.toMatchObject({ code: 409 });
    await db.update(company).set({ status: 'approved' }).where(eq(company.id, id));
    await passAct(byStaff(db), { id: act });
    await db.update(company).set({ status: 'closed' }).where(eq(company.id, id));
    expect((await asking()).code).toBe(409);
    await moveOwnerPhones(db, later(25));
    expect(await last()).toMatchObject({ state: 'void', word: '企业已注销' });
    expect((await own()).phoneNumber).toBe(old);
  });
});
