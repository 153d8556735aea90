/** Draws: exact stock under many at once, the same answer to a repeated token, and facts that verify. */
import { randomUUID } from 'node:crypto';
import { and, eq, like, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import type { Drawn, WheelOutput, WheelProof } from '#lib/contract/wheel.ts';
import { ticketsOf } from '#lib/rules/wheel/deck.ts';
import { faultOf, isReceiptTrue, type Published } from '#lib/rules/wheel/draw.ts';
import { visitor } from '#lib/server/core/context.ts';
import { connect } from '#lib/server/db/client.ts';
import {
  company,
  companyCoupon,
  coupon,
  message,
  pointsGoods,
  pointsLedger,
  pointsOrder,
  wheel,
  wheelChance,
  wheelDraw,
  wheelPrize,
} from '#lib/server/db/schema.ts';
import { hashes } from '#lib/server/draws/hashes.ts';
import { closeWheels } from '#lib/server/draws/open.ts';
import { play } from '#lib/server/draws/play.ts';
import {
  getProof,
  getSimpleDraw,
  getWheel,
  listDrawRecords,
  listNewRecords,
} from '#lib/server/draws/read.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { contextOf as contextOfLogin } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import { contextOf, makeBuyers } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { giveChance, openedWheel, prize } from '#tests/support/wheels.ts';

const { db, url } = await testDatabase();
const buyers = await makeBuyers(db, 10);
const [first, second] = buyers as [Account, Account];
const demo = await contextOfLogin(db, 'demo');
const visiting = { db, now: new Date(), actor: visitor, requestId: '' };

const token = () => randomUUID();
const draw = (account: Account, id: number, own = token(), buyerSeed?: string) =>
  play(contextOf(db, account), { id, token: own, buyer_seed: buyerSeed });

function receiptOf({ root, tickets, ticket, prize_id: prizeId, path, seq, buyer_seed: buyerSeed }: Drawn) {
  return { root, tickets, ticket, prizeId, path, seq, buyerSeed };
}

/** Ends a wheel, and answers what was published as the rules play it again. */
async function published(id: number): Promise<Published> {
  await db.update(wheel).set({ endsAt: sql`now() - interval '1 second'` }).where(eq(wheel.id, id));
  await closeWheels(db, new Date());
  const draws: WheelProof['draws'] = [];
  let proof = await getProof({ db, now: new Date() }, { id, from: 1 });
  for (;;) {
    draws.push(...proof.draws);
    if (proof.next === null) break;
    proof = await getProof({ db, now: new Date() }, { id, from: proof.next });
  }
  return {
    secret: proof.secret,
    secretHash: proof.secret_hash,
    versions: proof.versions.map(({ from_seq: fromSeq, root, deck }) => ({
      fromSeq,
      root,
      deck: deck.map(({ prize_id: prizeId, count }) => ({ prizeId, count })),
    })),
    draws: draws.map(({ seq, buyer_seed: buyerSeed, ticket, prize_id: prizeId }) => ({
      seq,
      buyerSeed,
      ticket,
      prizeId,
    })),
  };
}

it('gives exactly 10 prizes to 200 plays at once, each owner has it, and every answer verifies', async () => {
  const { id, prizes } = await openedWheel(db, [prize('points', 10), prize('nothing', 190)]);
  const [points] = prizes;
  for (const { companyId } of buyers) await giveChance(db, id, companyId, 20);
  // Its callers stand in line longer than those of calls, which have turns (core/rate-limits.ts).
  const { db: patient, pool } = connect(url, { statementTimeout: 0 });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      play(contextOf(patient, buyers[at % 10] ?? first), { id, token: token(), buyer_seed: `seed-${at}` }),
    ),
  ).finally(() => pool.end());
  const won = answers.filter(({ prize_id: prizeId }) => prizeId === points?.id);
  expect(won).toHaveLength(10);
  expect(new Set(answers.map(({ ticket }) => ticket)).size).toBe(200);
  expect(answers.every((answer) => isReceiptTrue(hashes, receiptOf(answer)))).toBe(true);
  const entries = await db.select().from(pointsLedger).where(like(pointsLedger.ref, 'draw:%'));
  const owners = await db
    .select({ id: wheelDraw.id, companyId: wheelDraw.companyId })
    .from(wheelDraw)
    .where(and(eq(wheelDraw.wheelId, id), eq(wheelDraw.prizeId, points?.id ?? 0)));
  const byOwner = (rows: readonly { companyId: number; ref: string }[]) =>
    rows.map(({ companyId, ref }) => `${companyId} ${ref}`).sort();
  expect(byOwner(entries)).toEqual(byOwner(owners.map((one) => ({ ...one, ref: `draw:${one.id}` }))));
  expect(isEach(entries, ({ amount, useType }) => amount === 5 && useType === 'prize')).toBe(true);
  await expect(draw(first, id)).rejects.toMatchObject({ code: 409, message: '奖券已全部抽完' });
  expect(await getWheel(visiting, { id })).toMatchObject({
    state: 'over',
    drawn: 200,
    prizes: [{ left: 0, count: 10, odds: '5%', odds_now: '0%' }, { left: 0 }],
  });
  const all = await published(id);
  expect(all.draws).toHaveLength(200);
  expect(faultOf(hashes, all)).toBeNull();
});

describe('a token', () => {
  it('pressed twice at once is one draw, and answers the same prize later, also after the end', async () => {
    const { id } = await openedWheel(db, [prize('points', 1), prize('nothing', 9)]);
    await giveChance(db, id, first.companyId, 3);
    const own = token();
    const answers = await Promise.all(Array.from({ length: 6 }, () => draw(first, id, own)));
    expect(new Set(answers.map(({ id: drawId }) => drawId)).size).toBe(1);
    expect(answers[0]).toMatchObject({ chances: 2, buyer_seed: own, seq: 1 });
    // The odds of the next draw are those of the nine tickets that are left.
    expect((await getWheel(visiting, { id }))?.prizes.map(({ odds, odds_now: now }) => [odds, now])).toEqual(
      answers[0]?.kind === 'points'
        ? [
            ['10%', '0%'],
            ['90%', '100%'],
          ]
        : [
            ['10%', '11.11%'],
            ['90%', '88.89%'],
          ],
    );
    // The answer was lost with its process: the prize stands, and the token asks for it.
    await published(id);
    expect(await draw(first, id, own)).toMatchObject({ id: answers[0]?.id, ticket: answers[0]?.ticket });
    expect(await db.$count(wheelDraw, eq(wheelDraw.wheelId, id))).toBe(1);
  });

  it('of one company is none of another; records are the company’s own, and masked for others', async () => {
    const { id } = await openedWheel(db, [prize('points', 9), prize('nothing', 1)]);
    await giveChance(db, id, first.companyId);
    const own = token();
    const drawn = await draw(first, id, own);
    await expect(draw(second, id, own)).rejects.toMatchObject({ code: 409, message: '没有抽奖机会了' });
    const records = (account: Account) => listDrawRecords(contextOf(db, account), { id, page: 1, size: 20 });
    expect(await records(first)).toMatchObject({ total: 1, list: [{ id: drawn.id }] });
    expect(await records(second)).toEqual({ total: 0, list: [] });
    await db
      .update(wheelDraw)
      .set({ companyId: demo.actor.account.companyId })
      .where(eq(wheelDraw.id, drawn.id));
    const [row] = await db.select().from(company).where(eq(company.id, demo.actor.account.companyId));
    const [shown] = await listNewRecords(visiting, { id });
    if (shown) expect(shown.company).toBe(`${row?.name.slice(0, 2)}***${row?.name.slice(-2)}`);
  });

  it('of a process that is killed before COMMIT leaves no draw, and keeps the chance', async () => {
    const { id } = await openedWheel(db, [prize('nothing', 1), prize('points', 1)]);
    await giveChance(db, id, first.companyId);
    const own = token();
    await db.execute(sql`create function refuse_draw() returns trigger language plpgsql as $$
      begin raise exception 'killed'; end $$`);
    await db.execute(sql`create constraint trigger refuse_draw after insert on wheel_draw
      initially deferred for each row execute function refuse_draw()`);
    await expect(draw(first, id, own)).rejects.toThrow();
    await db.execute(sql`drop trigger refuse_draw on wheel_draw`);
    expect(await draw(first, id, own)).toMatchObject({ seq: 1, chances: 0 });
  });
});

it('refuses a wheel that has not begun, has ended, is a draft, is unknown, and a company without approval', async () => {
  const hour = 3_600_000;
  const at = (ms: number) => new Date(Date.now() + ms);
  const prizes = [prize('points', 1), prize('nothing', 1)];
  const coming = await openedWheel(db, prizes, { startsAt: at(hour), endsAt: at(2 * hour) });
  const ended = await openedWheel(db, prizes, { startsAt: at(-2 * hour), endsAt: at(-hour) });
  await giveChance(db, coming.id, first.companyId);
  await expect(giveChance(db, ended.id, first.companyId)).rejects.toMatchObject({
    message: '抽奖活动已结束，或奖券已抽完',
  });
  await expect(draw(first, coming.id)).rejects.toMatchObject({ code: 409, message: '活动还没有开始' });
  await expect(draw(first, ended.id)).rejects.toMatchObject({ code: 409, message: '活动已结束' });
  await expect(draw(first, 999_999)).rejects.toMatchObject({ code: 404 });
  await expect(draw({ ...first, companyState: 'reviewing' }, coming.id)).rejects.toMatchObject({ code: 403 });
  await expect(getProof(visiting, { id: coming.id, from: 1 })).rejects.toMatchObject({ code: 409 });
  expect(await db.$count(wheelChance, eq(wheelChance.used, 1))).toBeGreaterThan(0);
  expect(await getWheel(visiting, { id: coming.id })).toMatchObject({
    state: 'coming',
    secret: '',
    mine: null,
  });
});

it('plays a small wheel with each kind out, to the ticket; coupons and vouchers are there at once', async () => {
  const [cup] = await db
    .insert(pointsGoods)
    .values({ kind: 'thing', name: '保温杯', points: 100, stock: 3, onFrom: new Date(), token: 'cup' })
    .returning();
  const { id, prizes } = await openedWheel(db, [
    prize('thing', 2, { goodsId: cup!.id, name: '保温杯' }),
    prize('points', 4),
    prize('coupon', 3),
    prize('voucher', 3),
    prize('nothing', 8),
  ]);
  const [winner] = await makeBuyers(db, 1);
  await giveChance(db, id, winner!.companyId, 20);
  for (let at = 0; at < 20; at += 1) await draw(winner!, id);
  const counts = await db.select().from(wheelPrize).where(eq(wheelPrize.wheelId, id));
  expect(counts.map(({ drawn }) => drawn)).toEqual(counts.map(({ count }) => count));
  const held = await db
    .select({ kind: coupon.kind, balance: companyCoupon.balance })
    .from(companyCoupon)
    .innerJoin(coupon, eq(coupon.id, companyCoupon.couponId))
    .where(and(eq(companyCoupon.companyId, winner!.companyId), eq(coupon.remarks, '测试转盘')));
  expect(held.filter(({ kind }) => kind === 'coupon')).toHaveLength(3);
  expect(held.filter(({ kind, balance }) => kind === 'voucher' && balance === 1_00)).toHaveLength(3);
  expect(
    await db.$count(message, and(eq(message.companyId, winner!.companyId), like(message.ref, 'draw:%'))),
  ).toBe(8);
  const won = await db.select().from(pointsOrder).where(eq(pointsOrder.companyId, winner!.companyId));
  expect(won).toHaveLength(2);
  expect(won[0]).toMatchObject({ status: 'to_address', points: 0, goodsId: cup!.id, address: null });
  // The prizes are counted by the wheel, not by the mall.
  expect(await db.$count(pointsGoods, and(eq(pointsGoods.id, cup!.id), eq(pointsGoods.stock, 3)))).toBe(1);
  const all = await published(id);
  expect(faultOf(hashes, all)).toBeNull();
  expect(ticketsOf(all.versions[0]?.deck ?? [])).toBe(20);
  expect(prizes).toHaveLength(5);
});

it('opens the popup once a day for those who can draw', async () => {
  await db.update(wheel).set({ endsAt: sql`starts_at + interval '1 second'` });
  const { id } = await openedWheel(db, [prize('points', 1), prize('nothing', 9)]);
  const asked = (account: Account) => getSimpleDraw(contextOf(db, account));
  expect(await getSimpleDraw(visiting)).toEqual({ is_join: 1, id: 0 });
  expect(await asked(second)).toEqual({ is_join: 1, id });
  await giveChance(db, id, second.companyId, 2);
  expect(await asked(second)).toEqual({ is_join: 0, id });
  expect(await asked({ ...second, role: 'viewer' })).toEqual({ is_join: 1, id });
  await draw(second, id);
  expect(await asked(second)).toEqual({ is_join: 1, id });
  await db
    .update(wheelDraw)
    .set({ createdAt: sql`now() - interval '1 day'` })
    .where(eq(wheelDraw.wheelId, id));
  expect(await asked(second)).toEqual({ is_join: 0, id });
});

it('answers the wire: both ways to draw, wrong tokens and seeds, visitors, other sites', async () => {
  const { id } = await openedWheel(db, [prize('points', 1), prize('nothing', 9)], {
    endsAt: new Date(Date.now() + 1000_000),
  });
  await giveChance(db, id, demo.actor.account.companyId, 2);
  const cookie = await loginAs('demo');
  const params = { id: String(id) };
  const own = token();
  const playing = routeOf(api.drawPlay);
  const reading = routeOf(api.drawActivity);
  const sent = (body: Record<string, string>) => request<Drawn>(playing, { body, params, cookie });
  expect(await sent({ token: 'short' })).toMatchObject({ code: 422 });
  expect(await sent({ token: own, buyer_seed: '中' })).toMatchObject({ code: 422 });
  const played = await sent({ token: own, buyer_seed: 'my-seed' });
  expect(played).toMatchObject({ code: 200, data: { buyer_seed: 'my-seed', chances: 1 } });
  const path = `/api/draw/${id}/activity?token=${own}`;
  const read = await request<Drawn>(reading, { path, params, cookie });
  expect(read).toMatchObject({ code: 200, data: { id: played.data?.id, name: played.data?.name } });
  expect(await request(reading, { path, params })).toMatchObject({ code: 401 });
  expect(
    await request(reading, { path, params, cookie, headers: { 'sec-fetch-site': 'cross-site' } }),
  ).toMatchObject({ code: 403 });
  const seen = await request<WheelOutput>(routeOf(api.draw), { path: `/api/draw?id=${id}`, cookie });
  expect(seen).toMatchObject({ code: 200, data: { id, mine: { chances: 1, reason: '' }, secret: '' } });
  expect(await request(routeOf(api.draw), { path: '/api/draw?id=999999' })).toMatchObject({ code: 404 });
  expect(await request(routeOf(api.drawAds), { path: '/api/draw/ads' })).toMatchObject({ code: 200 });
});
