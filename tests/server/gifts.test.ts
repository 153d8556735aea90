/** Points and cards for a missed day that the platform gives by hand: two people, once, taken back as far as unused. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { companies, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { GiftInput } from '#lib/contract/companies/gift-schema.ts';
import type { ActWire } from '#lib/contract/countersign.ts';
import { countersign } from '#lib/contract/desk/lists/countersign.ts';
import { pointsLogInput } from '#lib/contract/wallet/calls.ts';
import { passAct, refuseAct, withdrawAct } from '#lib/server/countersign/countersign.ts';
import {
  auditLog,
  member,
  message,
  pointsLedger,
  pointsLot,
  pointsMove,
  signCard,
  waitingAct,
} from '#lib/server/db/schema.ts';
import { spendPoints } from '#lib/server/points/points.ts';
import { readSigned, useCard } from '#lib/server/points/sign-in-rows.ts';
import { listGains } from '#lib/server/wallet/gain-rows.ts';
import { listPointsLog } from '#lib/server/wallet/wallet.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const ask = routeOf(api.askGift);
const takeBack = routeOf(api.deskActsReclaim);
const pass = routeOf(api.deskActsPass);

let marketing: Person;
let finance: Person;
let second: Person;
let service: Person;

beforeAll(async () => {
  marketing = await person(db, 'gift.marketing', 'marketing');
  finance = await person(db, 'gift.finance', 'finance');
  second = await person(db, 'gift.second', 'finance');
  service = await person(db, 'gift.service', 'service');
});

const newBuyer = async () => (await makeBuyers(db, 1))[0]!;

const by = ({ username }: Person, role?: string) => ({
  ...byStaff(db),
  actor: { kind: 'platform', name: username, merchantId: null, ...(role && { role }) } as const,
});

function asking(
  { cookie }: Pick<Person, 'cookie'>,
  { id, ...body }: Partial<GiftInput> & { id: number },
  key: string = randomUUID(),
) {
  return request<ActWire>(ask, {
    cookie,
    params: { id: String(id) },
    body: { kind: 'points', count: '300', user_id: '', reason: '服务延误补偿', ...body },
    headers: { 'idempotency-key': key },
  });
}

const askingBack = ({ cookie }: Pick<Person, 'cookie'>, id: number, reason = '重复赠送') =>
  request<{ waits: number }>(takeBack, { cookie, params: { id: String(id) }, body: { reason } });

/** A gift that waits, and its number. */
async function asked(companyId: number, more: Partial<GiftInput> = {}): Promise<number> {
  return (await asking(marketing, { id: companyId, ...more })).data.id;
}

const given = async (companyId: number, more: Partial<GiftInput> = {}): Promise<number> => {
  const id = await asked(companyId, more);
  await passAct(by(finance), { id });
  return id;
};

/** The taking back of a gift that waits. */
async function backOf(gift: number): Promise<number> {
  expect((await askingBack(marketing, gift)).data.waits).toBe(1);
  const [row] = await db
    .select({ id: waitingAct.id })
    .from(waitingAct)
    .where(and(eq(waitingAct.subject, `gift:${gift}`), eq(waitingAct.state, 'waiting')));
  return row!.id;
}

const entriesOf = async (companyId: number) =>
  (
    await db
      .select({ use: pointsLedger.useType, amount: pointsLedger.amount })
      .from(pointsLedger)
      .where(eq(pointsLedger.companyId, companyId))
      .orderBy(pointsLedger.id)
  ).map(({ use, amount }) => [use, amount]);

describe('points', () => {
  it('are asked for once, wait for another person, and are there once, by many who approve at once', async () => {
    const { companyId } = await newBuyer();
    const key = randomUUID();
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => asking(marketing, { id: companyId }, key)),
    );
    expect(new Set(tries.map(({ data }) => data.id)).size).toBe(1);
    const { id, ...first } = tries[0]!.data;
    expect(first).toMatchObject({ kind: 'points', state: 'waiting', amount: '3.00', is_alone: 0 });
    expect(await entriesOf(companyId)).toEqual([]);
    // Finance asks for others, and may not approve its own.
    const own = await asking(finance, { id: companyId });
    await expect(passAct(by(finance), { id: own.data.id })).rejects.toMatchObject({ code: 403 });
    expect(
      await request(pass, { method: 'POST', params: { id: String(id) }, cookie: marketing.cookie }),
    ).toMatchObject({
      code: 403,
    });
    const passed = await Promise.allSettled([
      ...Array.from({ length: 3 }, () => passAct(by(finance), { id })),
      ...Array.from({ length: 3 }, () => passAct(by(second), { id })),
    ]);
    // Those of one person are answered alike, those of the other find it decided.
    expect(passed.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await entriesOf(companyId)).toEqual([['desk', 300]]);
    expect(await db.$count(message, eq(message.ref, `gift:${id}`))).toBe(1);
  });

  it('are a lot that the platform pays for, on the points page, the statement and in the audit log', async () => {
    const buyer = await newBuyer();
    const id = await given(buyer.companyId, { count: '300' });
    const context = contextOf(db, buyer);
    const log = await listPointsLog(context, pointsLogInput.parse({ use_type: 'desk' }));
    expect(log).toMatchObject({
      usable: 300,
      list: [{ use_type_text: '平台赠送', number: 300, note: '服务延误补偿', left: 300 }],
    });
    const [lot] = await db.select().from(pointsLot).where(eq(pointsLot.companyId, buyer.companyId));
    expect(lot).toMatchObject({ merchantId: null, remaining: 300 });
    const all = { from: new Date(0), to: new Date(Date.now() + 60_000) };
    expect((await listGains(db, buyer.companyId, all)).points).toEqual([{ useType: 'desk', points: 300 }]);
    const acts = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'company'), eq(auditLog.subjectKey, String(buyer.companyId))))
      .orderBy(auditLog.id);
    expect(acts.map(({ act, actorId }) => `${act} ${actorId}`)).toEqual([
      'gift.ask gift.marketing',
      'company.gift gift.finance',
    ]);
    expect(acts[0]?.after).toMatchObject({ id, count: 300, reason: '服务延误补偿' });
  });

  it('are approved or refused, withdrawn by who asked, and never both', async () => {
    const { companyId } = await newBuyer();
    const id = await asked(companyId);
    const race = await Promise.allSettled([
      passAct(by(finance), { id }),
      refuseAct(by(second), { id, reason: '没有依据' }),
    ]);
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await entriesOf(companyId)).toHaveLength(race[0]?.status === 'fulfilled' ? 1 : 0);
    const other = await newBuyer();
    const taken = await asked(other.companyId);
    await withdrawAct(by(marketing), { id: taken });
    await expect(passAct(by(finance), { id: taken })).rejects.toMatchObject({ code: 409 });
    expect(await entriesOf(other.companyId)).toEqual([]);
  });

  it('are taken back as far as they were not spent, by two people and once', async () => {
    const { companyId } = await newBuyer();
    const gift = await given(companyId);
    await db.transaction((tx) => spendPoints(tx, { companyId, points: 120, ref: 'J1', note: '兑换' }));
    const marketSees = await askList(by(marketing, 'marketing'), countersign, { state: 'passed' });
    expect(marketSees.rows.find((row) => row.id === gift)).toMatchObject({ may_reclaim: 1 });
    const back = await backOf(gift);
    // One waits already.
    expect(await askingBack(finance, gift)).toMatchObject({ code: 409 });
    await Promise.allSettled(Array.from({ length: 4 }, () => passAct(by(finance), { id: back })));
    expect(await entriesOf(companyId)).toEqual([
      ['desk', 300],
      ['spend', -120],
      ['desk_back', -180],
    ]);
    const [lot] = await db.select().from(pointsLot).where(eq(pointsLot.companyId, companyId));
    expect(lot?.remaining).toBe(0);
    expect(await db.$count(pointsMove, eq(pointsMove.lotId, lot!.id))).toBe(2);
    // Nothing is left to take: the list shows no button, and an older page is refused when it is approved.
    const now = await askList(by(marketing, 'marketing'), countersign, { state: 'passed' });
    expect(now.rows.find((row) => row.id === gift)).toMatchObject({ may_reclaim: 0 });
    const again = await backOf(gift);
    await expect(passAct(by(finance), { id: again })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('已全部用掉'),
    });
    await refuseAct(by(finance), { id: again, reason: '已用完' });
  });

  it('are spent or taken back at once, never twice', async () => {
    const { companyId } = await newBuyer();
    const gift = await given(companyId);
    const back = await backOf(gift);
    const spend = (ref: string) =>
      db.transaction((tx) => spendPoints(tx, { companyId, points: 200, ref, note: '兑换' }));
    const [isSpent, taken] = await Promise.allSettled([spend('J2'), passAct(by(finance), { id: back })]);
    expect(taken.status).toBe('fulfilled');
    const entries = await entriesOf(companyId);
    const spent = isSpent.status === 'fulfilled' && isSpent.value;
    expect(entries.at(spent ? 1 : -1)).toEqual(spent ? ['spend', -200] : ['desk_back', -300]);
    expect(entries.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(0);
  });
});

describe('cards', () => {
  it('are one person’s, given once, and taken back as far as they were not used', async () => {
    const signer = await newBuyer();
    const { companyId, userId } = signer;
    const id = await asked(companyId, { kind: 'sign_card', count: '3', user_id: userId });
    const shown = await askList(by(finance, 'finance'), countersign, { state: 'waiting' });
    expect(shown.rows.find((row) => row.id === id)).toMatchObject({
      kind: 'sign_card',
      changes: expect.stringMatching(/^补签卡：3张；给./),
    });
    await Promise.all(Array.from({ length: 3 }, () => passAct(by(finance), { id })));
    expect((await readSigned(db, signer)).cards).toBe(3);
    expect(await db.transaction((tx) => useCard(tx, signer, '2026-11-01'))).toBe(true);
    await passAct(by(finance), { id: await backOf(id) });
    expect((await readSigned(db, signer)).cards).toBe(0);
    expect(await db.$count(signCard, eq(signCard.companyId, companyId))).toBe(1);
  });

  it('are for the company’s own people who are not disabled', async () => {
    const [signer, stranger] = [await newBuyer(), await newBuyer()];
    const card = { id: signer.companyId, kind: 'sign_card', count: '1' } as const;
    expect(await asking(marketing, { ...card, user_id: stranger.userId })).toMatchObject({
      code: 422,
      data: { errors: { user_id: [expect.stringContaining('没有这位在职的同事')] } },
    });
    const { data } = await asking(marketing, { ...card, user_id: signer.userId });
    await db.update(member).set({ disabledAt: new Date() }).where(eq(member.userId, signer.userId));
    await expect(passAct(by(finance), { id: data.id })).rejects.toMatchObject({ code: 409 });
    expect(await db.$count(signCard, eq(signCard.companyId, signer.companyId))).toBe(0);
  });
});

it('refuses what cannot be, and who may not', async () => {
  const id = companies.other;
  for (const [change, field] of [
    [{ count: '0' }, 'count'],
    [{ count: '100001' }, 'count'],
    [{ count: '1.5' }, 'count'],
    [{ kind: 'sign_card', count: '11', user_id: users.other }, 'count'],
    [{ kind: 'sign_card', count: '1' }, 'user_id'],
    [{ reason: '' }, 'reason'],
  ] as const)
    expect
      .soft(await asking(marketing, { id, ...change }), JSON.stringify(change))
      .toMatchObject({ code: 422, data: { errors: { [field]: [expect.any(String)] } } });
  expect((await asking(marketing, { id: 999_999 })).code).toBe(404);
  expect((await asking(service, { id })).code).toBe(403);
  expect((await asking({ cookie: await loginAs('demo') }, { id })).code).toBe(404);
  expect((await asking({ cookie: '' }, { id })).code).toBe(404);
  const gift = await given(id);
  expect((await askingBack(service, gift)).code).toBe(403);
  expect((await askingBack(marketing, 999_999)).code).toBe(404);
  const waits = await asked(id);
  expect((await askingBack(marketing, waits)).code).toBe(409);
});
