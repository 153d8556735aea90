/** Acts on a lot for the desks; each answers the lot as it is then. */
import type {
  CancelPutInValues,
  CorrectLotValues,
  CountLotValues,
  DamageLotValues,
  LockLotValues,
} from '#lib/contract/lot-acts.ts';
import type { DeskLot } from '#lib/contract/lots.ts';
import type { Context } from '../core/context.ts';
import { getDeskLot } from '../lots/desk.ts';
import { lockLot, unlockLot } from '../lots/lock.ts';
import { cancelPutIn, correctLot, countLot, type LotDone, writeOffLot } from './lot-acts.ts';

async function lotAfter(
  context: Context<'staff'>,
  goods: number,
  { lotNo, cancelled }: LotDone,
): Promise<DeskLot> {
  return { ...(await getDeskLot(context, { goods, lot_no: lotNo })), cancelled };
}

/** `POST /api/desk/lots/{goods}/count`. Throws as `countLot`. */
export async function countDeskLot(
  context: Context<'staff'>,
  { goods, lot_no: lotNo, confirmed, ...input }: CountLotValues,
): Promise<DeskLot> {
  const request = { ...input, goodsId: goods, lotNo, isConfirmed: confirmed === 1 };
  return lotAfter(context, goods, await countLot(context, request));
}

/** `POST /api/desk/lots/{goods}/damage`. Throws as `writeOffLot`. */
export async function damageDeskLot(
  context: Context<'staff'>,
  { goods, lot_no: lotNo, confirmed, ...input }: DamageLotValues,
): Promise<DeskLot> {
  const request = { ...input, goodsId: goods, lotNo, isConfirmed: confirmed === 1 };
  return lotAfter(context, goods, await writeOffLot(context, request));
}

/** `POST /api/desk/lots/{goods}/cancel`. Throws as `cancelPutIn`. */
export async function cancelDeskPutIn(
  context: Context<'staff'>,
  { goods, lot_no: lotNo, move, reason }: CancelPutInValues,
): Promise<DeskLot> {
  return lotAfter(
    context,
    goods,
    await cancelPutIn(context, { goodsId: goods, lotNo, moveId: move, reason }),
  );
}

/** `POST /api/desk/lots/{goods}/correct`. Throws as `correctLot`. */
export async function correctDeskLot(
  context: Context<'staff'>,
  { goods, lot_no: lotNo, reason, ref, ...to }: CorrectLotValues,
): Promise<DeskLot> {
  const days = { lotNo: to.new_lot_no, producedOn: to.produced_on, expiresOn: to.expires_on };
  return lotAfter(
    context,
    goods,
    await correctLot(context, { goodsId: goods, lotNo, ref, reason, to: days }),
  );
}

/** `POST /api/desk/lots/{goods}/lock`: locks a lot or lifts its lock. Throws as `lockLot` and `unlockLot`. */
export async function lockDeskLot(
  context: Context<'staff'>,
  { goods, lot_no: lotNo, reason, locks }: LockLotValues,
): Promise<DeskLot> {
  const request = { goodsId: goods, lotNo, reason };
  await (locks === 1 ? lockLot(context, request) : unlockLot(context, request));
  return getDeskLot(context, { goods, lot_no: lotNo });
}
