/**
 * The platform stops the sale of an item, or of all items with a 批准文号, while a question of quality is open (rules 1):
 * they are not on offer, unpaid orders of them are cancelled when they are approved or paid, paid ones wait.
 */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { SetStopValues, Stopped } from '#lib/contract/stops.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { lockGoods, writeStopped } from '../goods/stock-rows.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import {
  findOpenStop,
  findStop,
  insertStop,
  liftStopRow,
  lockStopped,
  renewStopRow,
  type StopOf,
} from './stop-rows.ts';

/**
 * `POST /api/desk/stops`. A repeat with the same reason changes nothing. Throws 422 where nothing is sold under the
 * number, 409 where it is stopped already for another reason.
 */
export async function setStop(
  context: Context<'platform'>,
  { what, reason }: SetStopValues,
): Promise<Stopped> {
  const { db, now, actor } = context;
  const of: StopOf = /^[1-9]\d{0,8}$/.test(what)
    ? { goodsId: Number(what), approvalNo: null }
    : { goodsId: null, approvalNo: what };
  const id = await db.transaction(async (tx) => {
    const goods = await lockStopped(tx, of);
    if (goods.length === 0) throw fieldError('what', `没有编号或批准文号为${what}的商品，请核对`);
    const stopId = await insertStop(tx, { ...of, reason, stoppedBy: actor.name, createdAt: now });
    if (stopId === null) {
      const known = must(await findOpenStop(tx, of), `a stop of ${what}`);
      if (known.reason === reason) return known.id;
      throw new AppError(409, `${what}已由${known.stoppedBy}暂停销售：${known.reason}`);
    }
    await follow(tx, goods, now);
    await writeAudit(tx, recordOf(context), {
      act: 'stop.set',
      subject: 'stop',
      key: stopId,
      before: null,
      after: { ...of, goods: goods.length, text: reason },
      at: now,
      merchantId: ownerOf(of, goods),
    });
    return stopId;
  });
  const { name, goods } = must(await findStop(db, id), `stop ${id}`);
  return { id, name, goods };
}

/**
 * `POST /api/desk/stops/{id}/lift`: items without another stop are for sale again. A repeat changes nothing. Throws 404
 * for none.
 */
export async function liftStop(
  context: Context<'platform'>,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const { known, of, goods } = await holdStop(tx, id);
    if (!(await liftStopRow(tx, id, { by: actor.name, reason, at: now }))) return;
    await follow(tx, goods, now);
    await writeAudit(tx, recordOf(context), {
      act: 'stop.lift',
      subject: 'stop',
      key: id,
      before: { ...of, text: known.reason },
      after: {},
      at: now,
      merchantId: ownerOf(of, goods),
    });
  });
}

/**
 * `POST /api/desk/stops/{id}/renew`: a stop that was lifted by mistake is in force again. Throws 404 for none, 409 where
 * the same was stopped anew.
 */
export async function renewStop(context: Context<'platform'>, { id }: { id: number }): Promise<void> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const { known, of, goods } = await holdStop(tx, id);
    const open = await findOpenStop(tx, of);
    if (open?.id === id) return;
    if (open !== null) throw new AppError(409, `${open.stoppedBy}已另行暂停销售：${open.reason}`);
    if (!(await renewStopRow(tx, id))) return;
    await follow(tx, goods, now);
    await writeAudit(tx, recordOf(context), {
      act: 'stop.renew',
      subject: 'stop',
      key: id,
      before: { by: known.liftedBy, text: known.liftReason },
      after: { ...of, goods: goods.length },
      at: now,
      merchantId: ownerOf(of, goods),
    });
  });
}

/** A stop with its items, locked until the transaction ends. Throws 404. */
async function holdStop(tx: Tx, id: number) {
  const known = await findStop(tx, id);
  if (known === null) throw new AppError(404, '没有这次暂停');
  const of: StopOf =
    known.goodsId === null
      ? { goodsId: null, approvalNo: known.approvalNo ?? '' }
      : { goodsId: known.goodsId, approvalNo: null };
  return { known, of, goods: await lockStopped(tx, of) };
}

async function follow(tx: Tx, goods: readonly { id: number }[], now: Date): Promise<void> {
  const ids = goods.map((one) => one.id);
  await lockGoods(tx, ids);
  await writeStopped(tx, ids, now);
}

/** The merchant who also reads the entry: the item's own for one item; none for items of several merchants. */
function ownerOf(of: StopOf, goods: readonly { id: number; merchantId: number }[]): number | null {
  return of.goodsId === null ? null : (goods[0]?.merchantId ?? null);
}
