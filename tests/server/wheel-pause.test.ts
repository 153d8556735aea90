/** A wheel that the desk pauses in an emergency: no draw more, nothing lost, and the end put off by the pause. */
import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import { faultOf } from '#lib/rules/wheel/draw.ts';
import { auditLog, wheel, wheelChance, wheelDraw } from '#lib/server/db/schema.ts';
import { buyChances } from '#lib/server/draws/buy-chances.ts';
import { hashes } from '#lib/server/draws/hashes.ts';
import { closeWheel, closeWheels } from '#lib/server/draws/open.ts';
import { pauseWheel, resumeWheel } from '#lib/server/draws/pause.ts';
import { play } from '#lib/server/draws/play.ts';
import { getProof, getSimpleDraw, getWheel } from '#lib/server/draws/read.ts';
import { grantPoints } from '#lib/server/points/points.ts';
import { sign } from '#lib/server/points/sign-in.ts';
import { countChances } from '#lib/server/wheel/rows.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { giveChance, openedWheel, prize } from '#tests/support/wheels.ts';

const { db } = await testDatabase();
const buyer = (await makeBuyers(db, 1))[0]!;
const minute = 60_000;
let marketing: Person;
let service: Person;

beforeAll(async () => {
  marketing = await person(db, 'pause.marketing', 'marketing');
  service = await person(db, 'pause.service', 'service');
});

const made = (own = {}) => openedWheel(db, [prize('points', 10), prize('nothing', 30)], own);
const draw = (id: number, token: string = randomUUID()) => play(contextOf(db, buyer), { id, token });
const pause = (id: number, reason = '核对奖品') => pauseWheel(byStaff(db), { id, reason });
const resume = (id: number, reason = '已核对') => resumeWheel(byStaff(db), { id, reason });
const rowOf = async (id: number) => (await db.select().from(wheel).where(eq(wheel.id, id)))[0]!;
const entriesOf = (id: number, act: 'wheel.pause' | 'wheel.resume') =>
  db.$count(auditLog, and(eq(auditLog.act, act), eq(auditLog.subjectKey, String(id))));

it('stops all draws of a race at one moment: each is whole or refused, and keeps its chance', async () => {
  const { id } = await made();
  await giveChance(db, id, buyer.companyId, 30);
  const before = await draw(id, 'a token before the pause');
  const [plays] = await Promise.all([
    Promise.allSettled(Array.from({ length: 24 }, () => draw(id))),
    pause(id),
    pause(id),
  ]);
  const drawn = plays.filter(({ status }) => status === 'fulfilled').length;
  for (const one of plays)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ code: 409, message: expect.stringContaining('活动已暂停') });
  const row = await rowOf(id);
  expect(row).toMatchObject({ drawn: drawn + 1, pauseReason: '核对奖品' });
  expect(await countChances(db, id, buyer.companyId)).toBe(29 - drawn);
  const late = and(eq(wheelDraw.wheelId, id), gt(wheelDraw.createdAt, row.pausedAt!));
  expect(await db.$count(wheelDraw, late)).toBe(0);
  expect(await entriesOf(id, 'wheel.pause')).toBe(1);
  // The answer of a draw that was made is found during the pause, too.
  expect((await draw(id, 'a token before the pause')).ticket).toBe(before.ticket);
  await expect(draw(id)).rejects.toMatchObject({ code: 409 });

  await Promise.all([resume(id), resume(id)]);
  expect(await entriesOf(id, 'wheel.resume')).toBe(1);
  for (let left = 29 - drawn; left > 0; left--) await draw(id);
  await db.update(wheel).set({ endsAt: sql`now() - interval '1 second'` }).where(eq(wheel.id, id));
  await closeWheels(db, new Date());
  const proof = await getProof({ db, now: new Date() }, { id, from: 1 });
  expect(proof.total).toBe(30);
  const versions = proof.versions.map(({ from_seq: fromSeq, root, deck }) => ({
    fromSeq,
    root,
    deck: deck.map(({ prize_id: prizeId, count }) => ({ prizeId, count })),
  }));
  const draws = proof.draws.map(({ seq, buyer_seed: buyerSeed, ticket, prize_id: prizeId }) => ({
    ...{ seq, buyerSeed, ticket, prizeId },
  }));
  expect(
    faultOf(hashes, { secret: proof.secret, secretHash: proof.secret_hash, versions, draws }),
  ).toBeNull();
});

it('puts the end off by the pause, also past the end that was announced, and is not closed meanwhile', async () => {
  const { id } = await made();
  await giveChance(db, id, buyer.companyId);
  await pause(id);
  // As if it had been paused for an hour: its announced end is half an hour ago.
  const [pausedAt, endsAt] = [new Date(Date.now() - 60 * minute), new Date(Date.now() - 30 * minute)];
  await db.update(wheel).set({ pausedAt, endsAt }).where(eq(wheel.id, id));
  await closeWheels(db, new Date());
  await expect(closeWheel(byStaff(db), { id })).rejects.toMatchObject({ code: 409 });
  expect((await rowOf(id)).closedAt).toBeNull();
  await resume(id);
  const left = (await rowOf(id)).endsAt.getTime() - Date.now();
  expect(left).toBeGreaterThan(29 * minute);
  expect(left).toBeLessThanOrEqual(30 * minute);
  expect(await draw(id)).toMatchObject({ seq: 1 });
  await db.update(wheel).set({ endsAt: sql`now() - interval '1 second'` }).where(eq(wheel.id, id));
  await closeWheels(db, new Date());
  await expect(pause(id)).rejects.toMatchObject({ code: 409, message: '活动已结束，不能暂停' });
  await expect(resume(id)).rejects.toMatchObject({ code: 409 });
});

it('is told to buyers, opens no popup, sells no chances, and still brings those of a sign-in', async () => {
  const { id } = await made({ perSign: 1, pointsPrice: 10, pointsDaily: 5 });
  const { companyId } = buyer;
  await giveChance(db, id, companyId);
  await db.transaction((tx) =>
    grantPoints(tx, { companyId, useType: 'task', points: 100, ref: 'pause', note: '任务' }),
  );
  const context = contextOf(db, buyer);
  await pause(id, '系统检修');
  expect(await getWheel(context, { id })).toMatchObject({
    state: 'paused',
    state_text: '已暂停',
    pause_reason: '系统检修',
    mine: { chances: 1, reason: expect.stringContaining('抽奖机会都保留') },
  });
  // It stands before wheels that are over.
  expect((await getWheel(context, { id: 0 }))?.id).toBe(id);
  expect(await getSimpleDraw(context)).toEqual({ is_join: 1, id: 0 });
  const key = randomUUID();
  await expect(buyChances({ ...context, key }, { id, count: 1 })).rejects.toMatchObject({ code: 409 });
  await sign(context);
  expect(
    await db.$count(wheelChance, and(eq(wheelChance.wheelId, id), eq(wheelChance.source, 'sign_in'))),
  ).toBe(1);
  await resume(id);
  expect(await getSimpleDraw(context)).toEqual({ is_join: 0, id });
  expect(await getWheel(context, { id })).toMatchObject({
    state: 'open',
    pause_reason: '',
    mine: { chances: 2 },
  });
});

it('is paused and goes on by the list’s acts, of those who look after wheels alone, with a reason', async () => {
  const { id } = await made();
  const act = (call: 'deskWheelsPause' | 'deskWheelsResume', cookie: string, reason = '系统检修') =>
    request(routeOf(api[call]), { cookie, params: { id: String(id) }, body: { reason } });
  expect(await act('deskWheelsPause', service.cookie)).toMatchObject({ code: 403 });
  expect(await act('deskWheelsPause', await loginAs('demo'))).toMatchObject({ code: 404 });
  expect(await act('deskWheelsPause', marketing.cookie, '')).toMatchObject({ code: 422 });
  expect(await act('deskWheelsPause', marketing.cookie)).toMatchObject({
    code: 200,
    data: { row: { state: 'paused', is_paused: 1, is_pausable: 0, is_closable: 0 }, waits: 0 },
  });
  expect(await act('deskWheelsResume', marketing.cookie)).toMatchObject({
    code: 200,
    data: { state: 'open', is_pausable: 1 },
  });
});
