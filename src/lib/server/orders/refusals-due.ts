/** Refused parcels that no merchant took back in time: the platform decides, and the buyer gets a message. */
import { path } from '#lib/contract/routes.ts';
import { jobActor } from '#lib/rules/companies/actors.ts';
import { isRefusalWithPlatform } from '#lib/rules/orders/refusal-state.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { listRefusalsDue, refusalHandedRef } from './due-rows.ts';
import { factsOf } from './facts.ts';
import { insertEvents } from './new-order-rows.ts';
import { findAnyOrder, type OrderRow } from './rows.ts';
import { lockTrades } from './trade-rows.ts';

const atOnce = 200;

/** A job: hands the decision to the platform and sends the buyer a message, once an order. */
export function refusalDue(db: Db, now: Date): Promise<RowsDone> {
  const work = async (no: string) => {
    const found = await findAnyOrder(db, no);
    if (found === null) return 0;
    return db.transaction(async (tx) => {
      await lockTrades(tx, [found.tradeNo]);
      const order = await findAnyOrder(tx, no);
      // Taken back while this waited for the lock.
      if (order === null || !isRefusalWithPlatform(factsOf(order), now.getTime())) return 0;
      const notified = await notifyHanded(tx, order, `商家超过10天没有处理订单${no}的拒收，平台将作出决定。`);
      if (notified === 0) return 0;
      const { status } = order;
      const note = '商家超过10天没有处理，转平台处理';
      await insertEvents(tx, [
        { orderNo: no, fromStatus: status, toStatus: status, actor: jobActor('refusalDue'), note, at: now },
      ]);
      return 1;
    });
  };
  return eachRow(db, { job: 'refusalDue', now, list: () => listRefusalsDue(db, now, atOnce), work });
}

/**
 * Sends the buyer the message that a refusal is with the platform, once an order; answers how many messages were new.
 */
export function notifyHanded(
  tx: Tx,
  { no, companyId }: Pick<OrderRow, 'no' | 'companyId'>,
  body: string,
): Promise<number> {
  return sendMessages(tx, {
    companyId,
    kind: 'order',
    title: '拒收已转平台处理',
    body,
    link: path('/order/info/[id]', { id: no }),
    ref: refusalHandedRef(no),
  });
}
