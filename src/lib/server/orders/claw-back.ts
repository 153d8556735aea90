/** Rebate and cashback of an order are taken back with the goods that earned them (rules 4, step 8). */
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { type ClawBack, clawBack } from '#lib/rules/promotions/claw-back.ts';
import { promisesLeft } from '#lib/rules/promotions/promises.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { lockWallet, postEntry, sumPromised } from '../ports/payments/wallet-rows.ts';
import { refundPrefix } from './refund-records.ts';
import { listLines, type OrderRow } from './rows.ts';

const nothing: ClawBack = { rebate: 0, cashback: 0, netted: 0 };

/**
 * The amount to take back from a locked order whose lines already count this refund. Locks the wallet where there is
 * one. `ways`: fen of the refund that go to the balance anyway, and to providers.
 */
export async function planClawBack(
  tx: Tx,
  order: OrderRow,
  ways: { toBalance: number; toHouses: number },
): Promise<ClawBack> {
  if (order.creditedAt === null) return nothing;
  const paid = await sumPromised(tx, order.companyId, order.no, refundPrefix(order.no));
  const lines = (await listLines(tx, [order.no])).map(({ line }) => line);
  const left = promisesLeft(order.cashbackAmount, lines);
  if (paid.rebate <= left.rebate && paid.cashback <= left.cashback) return nothing;
  const balance = await lockWallet(tx, order.companyId);
  return clawBack(paid, left, { balance, ...ways });
}

/** Takes the amount after the refund's balance part has arrived, and sends one message. */
export async function takeClawBack(
  tx: Tx,
  { companyId, no }: OrderRow,
  { rebate, cashback }: ClawBack,
  ref: string,
): Promise<void> {
  for (const [useType, amount, name] of [
    ['rebate', rebate, '返利'],
    ['cashback', cashback, '满额返现'],
  ] as const) {
    if (amount === 0) continue;
    const entry = { companyId, useType, amount: -amount, ref, note: `订单${no}退款，收回${name}` };
    if ((await postEntry(tx, entry)) === null)
      throw new Error(`the balance of ${companyId} was locked and is less`);
  }
  const sum = rebate + cashback;
  if (sum === 0) return;
  await sendMessages(tx, {
    companyId,
    kind: 'wallet',
    title: `收回返利和返现¥${showYuan(sum)}`,
    body: `订单${no}有商品退款，这部分商品已发放的返利和返现从余额收回（退款单号${ref}）。`,
    link: path('/wdqb/yegl'),
    ref: `claw-back:${ref}`,
  });
}
