/** What brings chances of a wheel (rules 6). They are the company's. */
import { AppError } from '#lib/contract/errors.ts';
import { chancesOfOrder } from '#lib/rules/wheel/wheel.ts';
import type { Tx } from '../db/client.ts';
import { type Grant, insertChance, listOpenWheels } from './chance-rows.ts';

/**
 * Gives chances, 1 and more. False, and nothing written, where the source has brought them. Throws 409 for a wheel that
 * has ended, is not opened, or has no ticket left.
 */
export async function grantChances(tx: Tx, grant: Grant): Promise<boolean> {
  const done = await insertChance(tx, grant);
  if (done === 'over') throw new AppError(409, '抽奖活动已结束，或奖券已抽完');
  return done === 'given';
}

/** What a sign-in of today brings of the wheels that are open. Days that a card makes up bring none. */
export async function chancesOfSign(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: string },
  day: string,
): Promise<void> {
  for (const { id: wheelId, perSign: count } of await listOpenWheels(tx))
    if (count > 0)
      await insertChance(tx, {
        wheelId,
        companyId,
        userId,
        count,
        source: 'sign_in',
        sourceId: `${companyId}:${userId}:${day}`,
      });
}

/** What a completed order brings of the wheels that are open. A later refund takes none back. */
export async function chancesOfCompleted(
  tx: Tx,
  order: { no: string; companyId: number; paid: number },
): Promise<void> {
  for (const wheel of await listOpenWheels(tx)) {
    const count = chancesOfOrder(wheel, order.paid);
    if (count > 0)
      await insertChance(tx, {
        wheelId: wheel.id,
        companyId: order.companyId,
        userId: null,
        count,
        source: 'order',
        sourceId: order.no,
      });
  }
}
