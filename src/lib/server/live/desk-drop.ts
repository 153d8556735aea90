/** Coupons that a host drops in a room: of the merchant, claimed there alone, within the budget that the review has passed. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { DropValues, EndDropValues, LiveConsole } from '#lib/contract/live/console-schema.ts';
import { dropCost, dropFault } from '#lib/rules/live/desk.ts';
import { type Fen, formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { lockOnAir, staffOf } from './desk-console.ts';
import { getConsole } from './desk-console-read.ts';
import { endOneDrop, findDropped, insertDrop, listDrops } from './desk-console-rows.ts';
import { lockRoom } from './desk-rows.ts';
import { insertLiveEvent } from './event-rows.ts';

/** 100, 9.5: for a name. */
const plainYuan = (fen: Fen) => String(Number(formatYuan(fen)));

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * `POST …/drop`: makes a coupon of the merchant that viewers of the room claim. The same token drops once. Throws 404, 409 for
 * a room that is not on air, 422 for what is wrong in the form, above the budget too.
 */
export async function dropCoupon(context: Context<'merchant'>, input: DropValues): Promise<LiveConsole> {
  const { db, now, actor } = context;
  const { id, token, quantity, minutes, days } = input;
  const value = parseYuan(input.value);
  const threshold = parseYuan(input.threshold);
  const staffId = staffOf(context);
  if (staffId === null) throw new AppError(403, '发券须由直播间的工作人员操作');
  await db.transaction(async (tx) => {
    const room = await lockOnAir(tx, context, id);
    const dropped = await findDropped(tx, token);
    if (dropped === id) return;
    if (dropped !== null) throw fieldError('token', '提交标识已被使用，请刷新页面后重试');
    const spent = (await listDrops(tx, id)).reduce(
      (sum, drop) => sum + dropCost({ value: drop.value, quantity: drop.total }),
      0,
    );
    const fault = dropFault({ value, threshold, quantity }, Math.max(0, room.couponBudget - spent));
    if (fault !== null) throw fieldError(fault.field, fault.text);
    const couponId = await insertDrop(
      tx,
      {
        kind: 'coupon',
        merchantId: actor.merchantId,
        name: `直播券满${plainYuan(threshold)}减${plainYuan(value)}`,
        remarks: `直播“${room.title}”发放`,
        threshold,
        value,
        total: quantity,
        claimFrom: now,
        claimTo: new Date(now.getTime() + minutes * minute),
        validFrom: now,
        validTo: new Date(now.getTime() + days * day),
      },
      { roomId: id, token, staffId, createdAt: now },
    );
    await insertLiveEvent(tx, { roomId: id, kind: 'drop', at: now, couponId, staffId });
    await writeAudit(tx, recordOf(context), {
      act: 'live.drop',
      subject: 'live_room',
      key: id,
      before: null,
      after: { worth: value, threshold, count: quantity, validDays: days },
      at: now,
    });
  });
  return getConsole(context, { id });
}

/**
 * `POST …/end-drop`: nobody claims the coupon from now on; what was claimed stays good, and its worth stays taken from the
 * budget. Over already, it changes nothing; after the broadcast too. Throws 404 for a coupon that the room has not dropped.
 */
export async function endDrop(
  context: Context<'merchant'>,
  { id, coupon_id: couponId }: EndDropValues,
): Promise<LiveConsole> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    if ((await lockRoom(tx, id, actor.merchantId)) === null) throw new AppError(404, '没有这个直播间');
    if (!(await listDrops(tx, id)).some((drop) => drop.couponId === couponId))
      throw new AppError(404, '这个直播间没有发过这张优惠券');
    const ended = await endOneDrop(tx, id, couponId, now);
    if (ended === null) return;
    await writeAudit(tx, recordOf(context), {
      act: 'live.end_drop',
      subject: 'live_room',
      key: id,
      before: { name: ended.name, endsAt: minuteKey(ended.until.getTime()) },
      after: { name: ended.name, endsAt: minuteKey(now.getTime()) },
      at: now,
    });
  });
  return getConsole(context, { id });
}
