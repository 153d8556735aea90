/** The demo's lucky wheels: one is over and can be checked, one is open with draws and chances, one is a draft. */
import { createHash } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { addressUntilOf } from '#lib/rules/points/points-orders.ts';
import { hexOf, rootOf } from '#lib/rules/terms/merkle.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Deck, deckTree, ticketsOf } from '#lib/rules/wheel/deck.ts';
import { seal, unseal } from '#lib/server/core/process/seal.ts';
import type { Db, Tx } from '#lib/server/db/client.ts';
import {
  pointsGoods,
  wheel,
  wheelChance,
  wheelDraw,
  wheelPrize,
  wheelSlot,
  wheelVersion,
} from '#lib/server/db/schema.ts';
import { hashes } from '#lib/server/draws/hashes.ts';
import { sealOfSeed } from '#lib/server/draws/play.ts';
import { openPrizeOrder } from '#lib/server/mall/prize-orders.ts';
import type { PrizeRow } from '#lib/server/wheel/rows.ts';
import { hourOf, momentFrom } from '../seed/dates.ts';
import { companies, openWheel, users } from '../seed/known.ts';
import type { Points } from './book.ts';
import { type Drawing, drawAll, type Player } from './wheel-draws.ts';

const remarks = `1. 资质审核通过的企业可以参加，抽奖由企业的采购员或管理员操作，奖品归企业所有。
2. 每张奖券对应一个奖品，抽一张少一张；各奖品的数量、概率和剩余数量见本页。
3. 积分、优惠券和现金券抽中后立即到账；实物须由企业管理员在30天内填写收货地址，逾期视为放弃。
4. 奖券根值和服务器种子的哈希值在开始前公布，结束后公布种子和全部抽奖记录，任何人都可以验证。
5. 奖品不含药品，单个奖品价值不超过50000元。平台工作人员不参加。`;

type Prize = Omit<typeof wheelPrize.$inferInsert, 'wheelId' | 'position'>;
const points = (amount: number, count: number): Prize => ({
  kind: 'points',
  name: `${amount}积分`,
  cost: amount,
  count,
  points: amount,
});
const coupon = (threshold: number, value: number, count: number): Prize => ({
  kind: 'coupon',
  name: `满${threshold}减${value}券`,
  remarks: `满${threshold}元可用，60天内有效`,
  cost: value * 100,
  value: value * 100,
  threshold: threshold * 100,
  days: 60,
  count,
});
const voucher = (value: number, count: number): Prize => ({
  kind: 'voucher',
  name: `${value}元现金券`,
  remarks: '无门槛，90天内有效',
  cost: value * 100,
  value: value * 100,
  threshold: 0,
  days: 90,
  count,
});
const thing = ({ id, name, value }: { id: number; name: string; value: number }, count: number): Prize => ({
  kind: 'thing',
  name,
  remarks: '由企业管理员填写收货地址后寄出',
  cost: value,
  goodsId: id,
  count,
});
const nothing = (count: number): Prize => ({ kind: 'nothing', name: '谢谢参与', cost: 0, count });

const player = (login: 'demo' | 'clinic' | 'demo-fendian'): Player => ({
  companyId: companies[login],
  userId: users[login],
});

interface Plan extends Drawing {
  values: Omit<typeof wheel.$inferInsert, 'token' | 'openedAt' | 'sealedSecret' | 'secretHash'>;
  openedAt: Date;
  prizes: readonly Prize[];
  /** The chances that players have left. */
  left: ReadonlyMap<Player, number>;
  /** Between these moments the draws are made. */
  from: Date;
  to: Date;
}

/** Writes the wheels, and answers the points that their draws brought. */
export async function writeWheels(tx: Tx, now: Date): Promise<Points[]> {
  const [demo, clinic, store] = [player('demo'), player('clinic'), player('demo-fendian')];
  const turns = (rounds: number) => Array.from({ length: rounds }, () => [demo, store, clinic, demo]).flat();
  const [won] = await tx
    .select()
    .from(pointsGoods)
    .where(eq(pointsGoods.kind, 'thing'))
    .orderBy(asc(pointsGoods.id))
    .limit(1);
  const day = (days: number, hour = 9) => hourOf(momentFrom(now, days), hour);
  const over = await writeOpened(tx, {
    token: 'demo-wheel-over',
    values: {
      name: '秋收大转盘',
      remarks,
      startsAt: day(-45),
      endsAt: day(-20, 18),
      closedAt: day(-20, 18),
      perSign: 1,
    },
    openedAt: day(-47),
    prizes: [points(100, 20), points(20, 60), coupon(200, 10, 10), voucher(20, 2), nothing(108)],
    players: turns(16),
    left: new Map(),
    from: day(-45, 10),
    to: day(-20, 12),
  });
  const open = await writeOpened(tx, {
    token: openWheel.token,
    values: {
      name: '岁末大转盘',
      remarks,
      startsAt: day(-5),
      endsAt: day(openWheel.days, 18),
      perSign: 1,
      perOrder: 1,
      perAmount: 1_000_00,
      pointsPrice: 200,
      pointsDaily: 3,
    },
    openedAt: day(-7),
    prizes: [
      points(500, 10),
      points(100, 60),
      points(20, 200),
      coupon(300, 20, 40),
      voucher(50, 5),
      thing(must(won, 'a thing of the mall'), 5),
      nothing(680),
    ],
    players: turns(6),
    thingAt: 23,
    left: new Map([
      [demo, 6],
      [store, 2],
      [clinic, 1],
    ]),
    from: day(-5, 10),
    // Nobody has drawn today.
    to: hourOf(now, -1),
  });
  const [draft] = await tx
    .insert(wheel)
    .values({
      token: 'demo-wheel-draft',
      name: '新春大转盘',
      remarks,
      startsAt: day(40),
      endsAt: day(70, 18),
      perSign: 1,
    })
    .returning({ id: wheel.id });
  await insertPrizes(tx, must(draft, 'the draft').id, [points(88, 88), voucher(100, 3), nothing(909)]);
  await offerChances(tx);
  return [...over, ...open];
}

/** The mall's chances are for the open wheel. */
async function offerChances(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update points_goods set is_on = true, wheel_id = (select id from wheel where token = ${openWheel.token})
    where kind = 'chance'`);
}

async function insertPrizes(tx: Tx, wheelId: number, prizes: readonly Prize[]): Promise<PrizeRow[]> {
  return tx
    .insert(wheelPrize)
    .values(prizes.map((prize, position) => ({ ...prize, wheelId, position })))
    .returning();
}

/** The seed of a demo's wheel: known, so that its draws are the same on every machine. */
const seedOfDemo = (token: string) => createHash('sha256').update(token).digest();

async function writeOpened(tx: Tx, plan: Plan): Promise<Points[]> {
  const { token, values, openedAt, from, to } = plan;
  const seed = seedOfDemo(token);
  const [made] = await tx
    .insert(wheel)
    .values({
      ...values,
      token,
      openedAt,
      sealedSecret: '',
      secretHash: hexOf(hashes.sha256(seed)),
      secret: values.closedAt ? hexOf(seed) : null,
    })
    .returning({ id: wheel.id });
  const { id } = must(made, token);
  const prizes = await insertPrizes(tx, id, plan.prizes);
  const deck: Deck = prizes.map((prize) => ({ prizeId: prize.id, count: prize.count }));
  const tickets = ticketsOf(deck);
  const version = { wheelId: id, no: 1, fromSeq: 1, deck, tickets, createdAt: openedAt };
  await tx.insert(wheelVersion).values({ ...version, root: rootOf(deckTree(hashes, deck)) });
  await tx
    .update(wheel)
    .set({ tickets, sealedSecret: seal(sealOfSeed, String(id), hexOf(seed)) })
    .where(eq(wheel.id, id));
  const { draws, moved } = drawAll(plan, { seed, deck, prizes });
  const chances = await writeChances(tx, plan, { id, from, draws: draws.map(({ player: one }) => one) });
  const rows = draws.map(({ player: { companyId, userId }, at, ...draw }) => ({
    ...draw,
    wheelId: id,
    companyId,
    userId,
    chanceId: must(chances.get(companyId), 'chances'),
    versionNo: 1,
    token: `${token}-${draw.seq}`,
    createdAt: at(from, to),
  }));
  const written = await tx.insert(wheelDraw).values(rows).returning();
  await tx.execute(sql`update wheel set drawn = ${rows.length}::int where id = ${id}`);
  await tx.execute(sql`update wheel_prize p set drawn = (select count(*) from wheel_draw d where d.prize_id = p.id)
    where p.wheel_id = ${id}`);
  if (!values.closedAt)
    await tx.insert(wheelSlot).values([...moved].map(([place, ticket]) => ({ wheelId: id, place, ticket })));
  for (const { id: drawId, companyId, userId, prizeId, createdAt: at } of written) {
    const { goodsId = null, name = '' } = prizes.find((one) => one.id === prizeId) ?? {};
    const addressUntil = new Date(addressUntilOf(at.getTime()));
    if (goodsId !== null)
      await openPrizeOrder(tx, { companyId, userId: userId ?? '', goodsId, name, drawId, at, addressUntil });
  }
  return written.flatMap((row): Points[] => {
    const prize = must(
      prizes.find((one) => one.id === row.prizeId),
      'a prize',
    );
    if (prize.points === null) return [];
    return [
      {
        companyId: row.companyId,
        useType: 'prize',
        amount: prize.points,
        ref: `draw:${row.id}`,
        note: `${values.name}：${prize.name}`,
        createdAt: row.createdAt,
      },
    ];
  });
}

/** Chances of each player by the desk: one for each draw, and those that are left. Answers their ids by company. */
async function writeChances(
  tx: Tx,
  { token, left }: Plan,
  { id, from, draws }: { id: number; from: Date; draws: readonly Player[] },
): Promise<Map<number, number>> {
  const owners = new Map([...draws, ...left.keys()].map((one) => [one.companyId, one]));
  const leftOf = (companyId: number) => [...left].find(([one]) => one.companyId === companyId)?.[1] ?? 0;
  const rows = [...owners.values()].map(({ companyId, userId }) => {
    const used = draws.filter((one) => one.companyId === companyId).length;
    const count = used + leftOf(companyId);
    return {
      wheelId: id,
      companyId,
      userId,
      source: 'desk' as const,
      sourceId: `${token}-${companyId}`,
      count,
      used,
      createdAt: from,
    };
  });
  const made = await tx.insert(wheelChance).values(rows).returning();
  return new Map(made.map((row) => [row.companyId, row.id]));
}

/**
 * Seals the known seeds where they cannot be opened: a demo may be started with another AUTH_SECRET. For the demo's
 * database only.
 */
export async function keepDemoWheels(db: Db): Promise<void> {
  const rows = await db.select().from(wheel).where(sql`${wheel.token} like 'demo-wheel-%'`);
  for (const { id, token, openedAt, sealedSecret } of rows) {
    const row = String(id);
    if (openedAt === null || unseal(sealOfSeed, row, sealedSecret ?? '') !== null) continue;
    const sealed = seal(sealOfSeed, row, hexOf(seedOfDemo(token)));
    await db.update(wheel).set({ sealedSecret: sealed }).where(eq(wheel.id, id));
  }
}
