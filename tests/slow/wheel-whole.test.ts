/**
 * A wheel of 2,000 tickets that is drawn to its last one on PostgreSQL, by a hundred at once: it gives what its deck has, to
 * the ticket. The rules alone draw 10,000 out in tests/rules/wheel.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { faultOf } from '#lib/rules/wheel/draw.ts';
import { connect } from '#lib/server/db/client.ts';
import { pointsLedger, wheel, wheelDraw, wheelPrize, wheelSlot } from '#lib/server/db/schema.ts';
import { hashes } from '#lib/server/draws/hashes.ts';
import { closeWheels } from '#lib/server/draws/open.ts';
import { play } from '#lib/server/draws/play.ts';
import { getProof } from '#lib/server/draws/read.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers } from '#tests/support/orders.ts';
import { giveChance, openedWheel, prize } from '#tests/support/wheels.ts';

const { db, pool, url } = await testDatabase();
expectBooksToAgree(pool);
const tickets = 2_000;
const companies = 10;
/** Draws that are asked for at once: each waits for a connection, and at the wheel's lock. */
const atOnce = 100;
const points = 190;

it('is drawn out to the ticket, each one once, and what is published agrees', {
  timeout: 120_000,
}, async () => {
  const deck = [prize('voucher', 10), prize('points', points), prize('nothing', 1_800)];
  const { id, prizes } = await openedWheel(db, deck, { endsAt: new Date(Date.now() + 86_400_000) });
  const buyers = await makeBuyers(db, companies);
  for (const { companyId } of buyers) await giveChance(db, id, companyId, tickets / companies);
  // Its callers stand in line longer than those of calls, which have turns (core/rate-limits.ts).
  const { db: patient, pool: many } = connect(url, { statementTimeout: 0 });
  await Promise.all(
    Array.from({ length: atOnce }, async (_, at) => {
      for (let left = tickets / atOnce; left > 0; left--)
        await play(contextOf(patient, buyers[at % companies]!), { id, token: randomUUID() });
    }),
  ).finally(() => many.end());
  await expect(play(contextOf(db, buyers[0]!), { id, token: randomUUID() })).rejects.toMatchObject({
    message: '奖券已全部抽完',
  });
  const drawn = await db
    .select({ prizeId: wheelDraw.prizeId, count: sql<number>`count(*)::int` })
    .from(wheelDraw)
    .where(eq(wheelDraw.wheelId, id))
    .groupBy(wheelDraw.prizeId)
    .orderBy(wheelDraw.prizeId);
  expect(drawn).toEqual(prizes.map((one) => ({ prizeId: one.id, count: one.count })));
  const [ends] = (
    await db.execute<{ least: number; most: number; all: number }>(sql`
      select min(ticket) as least, max(ticket) as most, count(distinct ticket)::int as all
      from wheel_draw where wheel_id = ${id}`)
  ).rows;
  expect(ends).toEqual({ least: 0, most: tickets - 1, all: tickets });
  const counts = await db.select().from(wheelPrize).where(eq(wheelPrize.wheelId, id));
  expect(counts.every((one) => one.drawn === one.count)).toBe(true);
  expect(await db.$count(pointsLedger, sql`use_type = 'prize' and ref like 'draw:%'`)).toBe(points);

  await db.update(wheel).set({ endsAt: sql`now() - interval '1 second'` }).where(eq(wheel.id, id));
  await closeWheels(db, new Date());
  expect(await db.$count(wheelSlot, eq(wheelSlot.wheelId, id))).toBe(0);
  const parts = [await getProof({ db, now: new Date() }, { id, from: 1 })];
  for (let next = parts[0]!.next; next !== null; next = parts.at(-1)!.next)
    parts.push(await getProof({ db, now: new Date() }, { id, from: next }));
  const { secret, secret_hash: secretHash, versions } = parts[0]!;
  const all = {
    ...{ secret, secretHash },
    versions: versions.map(({ from_seq: fromSeq, root, deck: of }) => ({
      ...{ fromSeq, root },
      deck: of.map(({ prize_id: prizeId, count }) => ({ prizeId, count })),
    })),
    draws: parts.flatMap(({ draws }) =>
      draws.map(({ seq, buyer_seed: buyerSeed, ticket, prize_id: prizeId }) => ({
        ...{ seq, buyerSeed, ticket, prizeId },
      })),
    ),
  };
  expect(all.draws).toHaveLength(tickets);
  expect(faultOf(hashes, all)).toBeNull();
});
