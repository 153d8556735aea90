/** Places the orders of several stores. */
import { AppError } from '#lib/contract/errors.ts';
import { orderNumbers } from '#lib/contract/order-numbers.ts';
import type { OrderStoresInput, StoresOrdered } from '#lib/contract/stores/calls.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { guardContracts } from '../contract-guard/guard.ts';
import type { OnceContext } from '../core/context.ts';
import { lockTurns } from '../core/idempotency-rows.ts';
import { idempotent } from '../core/idempotent.ts';
import type { Tx } from '../db/client.ts';
import { lockGoods } from '../goods/stock-rows.ts';
import { place, publishOrder } from '../orders/place.ts';
import { ReservationError } from '../orders/reservations.ts';
import { getSettings } from '../site/settings.ts';
import { quoteParts, quoteStores, wireOf } from './table.ts';

/**
 * `POST /api/stores/order`: a trade a store, all or none. Throws 404 for a store that the person may not act for, 409
 * with the fresh quote where it is not what was seen, cannot be ordered as it is or others were faster, 422 for too
 * many unpaid trades of a store.
 */
export async function orderStores(
  context: OnceContext<'buyer'>,
  input: OrderStoresInput,
): Promise<StoresOrdered> {
  const { db, actor, key } = context;
  const settings = await getSettings(db);
  try {
    const placed = await db.transaction((tx) =>
      idempotent(tx, { companyId: actor.account.companyId, key, body: input }, () =>
        placeAll(tx, context, input, settings),
      ),
    );
    for (const { store_id } of placed.trades)
      publishOrder(db, { companyId: store_id, headId: actor.account.homeCompanyId });
    return placed;
  } catch (error) {
    if (!(error instanceof ReservationError)) throw error;
    throw new AppError(409, `${error.message}，请核对后重新提交`, await quoteStores(context, input));
  }
}

async function placeAll(
  tx: Tx,
  context: OnceContext<'buyer'>,
  { cells, expected_total }: OrderStoresInput,
  settings: Awaited<ReturnType<typeof getSettings>>,
): Promise<StoresOrdered> {
  const { actor, now, requestId } = context;
  // The first turn is this company's own, which the key has taken: the others follow in their order.
  await lockTurns(
    tx,
    cells.map((cell) => cell.store_id).filter((id) => id !== actor.account.companyId),
  );
  // All items at once and before anything else: store by store they would be locked out of order.
  await lockGoods(
    tx,
    [...new Set(cells.map((cell) => cell.goods_id))].sort((a, b) => a - b),
  );
  const parts = await quoteParts(tx, context, cells);
  const seen = wireOf(parts);
  if (seen.can_order === 0) {
    const [first] = seen.stores.flatMap(({ name, problems }) => problems.map((text) => `${name}：${text}`));
    throw new AppError(409, first ?? '部分商品库存不够所有门店的数量，请减少后再提交', seen);
  }
  if (parseYuan(seen.pay_amount) !== parseYuan(expected_total))
    throw new AppError(409, '订单金额已变化，请核对后重新提交', seen);
  const trades: StoresOrdered['trades'] = [];
  for (const { account, address, cart } of parts) {
    if (address === null) throw new AppError(409, `${account.company}还没有收货地址`, seen);
    await guardContracts(tx, account, cart, now);
    const trade = await place(tx, {
      account,
      requestId,
      cart,
      address,
      input: { remarks: {} },
      now,
      settings,
      isOutside: true,
    });
    trades.push({
      store_id: account.companyId,
      name: account.company,
      trade_no: trade.trade_no,
      pay_amount: trade.pay_amount,
      waits: trade.orders.some(({ status }) => status === orderNumbers.to_approve) ? 1 : 0,
    });
  }
  return { trades, pay_amount: seen.pay_amount };
}
