/** Placing, paying, cancelling and refunding at once, over the same few goods: PostgreSQL counts no deadlock. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { goodsPlain, goodsPlainElsewhere, goodsPlainSecond } from '#demo/seed/known.ts';
import type { PlacedTrade } from '#lib/contract/orders/calls.ts';
import { connect } from '#lib/server/db/client.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { until } from '#tests/support/server-process.ts';

const { db: direct, url } = await testDatabase();

/** Counted when a connection reports, at its end at the latest. */
async function deadlocks(): Promise<number> {
  const { rows } = await direct.execute<{ deadlocks: number }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  return rows[0]!.deadlocks;
}

test('no two of them ever wait for each other', { timeout: 120_000 }, async () => {
  const before = await deadlocks();
  const { db, pool } = connect(url, { max: 16, statementTimeout: 0 });
  const patterns = [goodsPlain, goodsPlainElsewhere, goodsPlainSecond];
  const goods: number[] = [];
  for (let nth = 0; nth < 6; nth++) goods.push(await makeGoods(db, patterns[nth % 3]!, 100_000));
  const buyers = await makeBuyers(db, 6, 100_000_00);
  async function follow(buyer: Account, trade: PlacedTrade, isCancelled: boolean): Promise<void> {
    if (isCancelled) {
      await cancelMyOrder(contextOf(db, buyer), { no: trade.orders[0]!.no });
      return;
    }
    await pay(db, buyer, [trade.trade_no]);
    for (const { no } of trade.orders) await refundOrder(byStaff(db), { no, reason: '测试' });
  }

  await Promise.all(
    buyers.map(async (buyer, nth) => {
      for (let round = 0; round < 3; round++) {
        const trades: PlacedTrade[] = [];
        for (let part = 0; part < 3; part++) {
          const from = (nth * 5 + round + part) % goods.length;
          const mine = [...goods.slice(from), ...goods.slice(0, from)].slice(0, 4);
          if ((nth + part) % 2) mine.reverse();
          trades.push(
            await order(
              db,
              buyer,
              mine.map((goodsId) => ({ goodsId, number: 20 })),
            ),
          );
        }
        // One company pays, cancels and gets money back at once.
        await Promise.all(trades.map((trade, at) => follow(buyer, trade, (round + at) % 3 === 0)));
      }
    }),
  );
  await pool.end();
  await until('every connection has reported', async () => {
    const { rows } = await direct.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and application_name = 'yaopi' and backend_start > now() - interval '10 minutes' and state = 'active'`,
    );
    return rows.length === 0;
  });
  expect(await deadlocks()).toBe(before);
});
