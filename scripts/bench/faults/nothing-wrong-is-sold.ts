/**
 * 1,000 attempts with expired lots, expired licences, withdrawn items…, at adding, ordering, approving, paying,
 * shipping: none passes.
 */

import { eq } from 'drizzle-orm';
import { AppError } from '#lib/contract/errors.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { addToCart } from '#lib/server/cart/add.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { connect, type Db } from '#lib/server/db/client.ts';
import { goods, order as orderTable, wallet } from '#lib/server/db/schema.ts';
import { approveOrder } from '#lib/server/orders/approve.ts';
import { type Account, findAccount } from '#lib/server/people/account-rows.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { contextOf, fillCart, makeBuyers, order, pay, place } from '#tests/support/orders.ts';
import { givePapers, makeThing, spoils, type Thing } from '#tests/support/spoil.ts';
import { copyTemplate, openTestCluster } from '#tests/support/test-cluster.ts';
import { count, type Row } from '../table.ts';
import type { FaultBar } from './faults.ts';

const stock = 100;
const money = 10_000_000;
const pieces = 10;

interface Try {
  db: Db;
  thing: Thing;
  buyer: Account;
  /** Spoils the item or the licences; returns the buyer as the next request sees it. */
  spoil(): Promise<Account>;
}

/** Each tries to get goods that were spoilt just before the step that names it. */
const steps: Record<string, (one: Try) => Promise<unknown>> = {
  async adding({ db, thing, spoil }) {
    const lines = [{ goods_id: thing.goodsId, type: 0 as const, number: pieces }];
    return addToCart(contextOf(db, await spoil()), { lines });
  },
  async ordering({ db, thing, buyer, spoil }) {
    const ids = await fillCart(db, buyer, [{ goodsId: thing.goodsId, number: pieces }]);
    return place(db, await spoil(), { ids });
  },
  async approving({ db, thing, buyer, spoil }) {
    const made = await order(db, { ...buyer, orderLimit: 1 }, [{ goodsId: thing.goodsId, number: pieces }]);
    await spoil();
    return approveOrder(byStaff(db), { no: made.orders[0]!.no });
  },
  async paying({ db, thing, buyer, spoil }) {
    const made = await order(db, buyer, [{ goodsId: thing.goodsId, number: pieces }]);
    return pay(db, await spoil(), made.trade_no);
  },
  async shipping({ db, thing, buyer, spoil }) {
    const made = await order(db, buyer, [{ goodsId: thing.goodsId, number: pieces }]);
    await pay(db, buyer, made.trade_no);
    await spoil();
    return shipOrder(byStaff(db), { no: made.orders[0]!.no });
  },
};

/** A refused one is cancelled, or closed with everything refunded. */
async function isGivenBack(db: Db, { goodsId }: Thing, { companyId }: Account): Promise<boolean> {
  const [[left], [own], orders] = await Promise.all([
    db.select().from(goods).where(eq(goods.id, goodsId)),
    db.select().from(wallet).where(eq(wallet.companyId, companyId)),
    db.select().from(orderTable).where(eq(orderTable.companyId, companyId)),
  ]);
  const isOver = orders.every(({ status }) => orderIs.calledOff(status));
  return left?.stock === stock && own?.balance === money && isOver;
}

async function run(isQuick: boolean): Promise<Row[]> {
  const tries = isQuick ? 70 : 1000;
  const cluster = await openTestCluster();
  const found = { passed: 0, unclear: 0, remaining: 0 };
  try {
    const url = await copyTemplate(cluster, 'demo', 'wrong_sales');
    completeEnv({ DATABASE_URL: url, DEMO: '1', LOG_LEVEL: 'silent' });
    const { db, pool } = connect(url, { max: 8 });
    try {
      const kinds = Object.values(spoils);
      const acts = Object.values(steps);
      for (let nth = 0; nth < tries; nth++) {
        const { spoil } = kinds[nth % kinds.length]!;
        const act = acts[Math.floor(nth / kinds.length) % acts.length]!;
        const thing = await makeThing(db, stock);
        const buyer = await givePapers(db, (await makeBuyers(db, 1, money))[0]!);
        const again = async () => {
          await spoil(db, thing, buyer);
          return (await findAccount(db, buyer.userId))!;
        };
        const error = await act({ db, thing, buyer, spoil: again }).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        if (error === undefined) found.passed++;
        else if (!(error instanceof AppError)) {
          found.unclear++;
          console.error(error);
        }
        if (!(await isGivenBack(db, thing, buyer))) found.remaining++;
      }
    } finally {
      await pool.end();
    }
  } finally {
    await cluster.close();
  }
  const about = `${count(tries)} tries, ${Object.keys(spoils).length} ways × ${Object.keys(steps).length} steps`;
  const row = (what: string, value: number): Row => ({
    what,
    bar: '0',
    measured: count(value),
    isMet: value === 0,
  });
  return [
    row(`sales of what may not be sold, ${about}`, found.passed),
    row('refused without a sentence', found.unclear),
    row('stock, money or orders not given back', found.remaining),
  ];
}

export const bar: FaultBar = { name: 'nothing-wrong-is-sold', run };
