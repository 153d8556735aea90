/** Live rooms of a merchant: made, changed, handed in for the review, withdrawn and called off (rules 22). */
import { AppError, type FieldErrors, fieldError } from '#lib/contract/errors.ts';
import type {
  DeskRoom,
  ReasonedRoomValues,
  RoomValues,
  SaveRoomValues,
  SeenRoomValues,
} from '#lib/contract/live/desk-schema.ts';
import { isPrescription } from '#lib/rules/goods/otc.ts';
import { itemFault, maxCouponBudget, timesFault } from '#lib/rules/live/desk.ts';
import { roomCan } from '#lib/rules/live/room.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { findMinute, minuteKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import { seal } from '../core/process/seal.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { lockFor, moveRoom, needSeen } from './desk-moves.ts';
import { getDeskRoom, roomFaults } from './desk-read.ts';
import {
  insertRoom,
  type LiveRoomRow,
  listRoomGoods,
  lockRoom,
  mapOwnGoods,
  replaceRoomGoods,
  updateRoom,
} from './desk-rows.ts';

type Host = Context<'merchant'>;

/**
 * `POST /api/desk/live/rooms`: makes a draft, or changes a room; one that was passed is a draft again, as the review was
 * of what stood there. The same again writes nothing. Throws 404, 409 where a colleague changed it meanwhile or it is on
 * air, 422 for what is wrong in the form.
 */
export async function saveRoom(context: Host, input: SaveRoomValues): Promise<DeskRoom> {
  const id = await context.db.transaction((tx) => (input.id === 0 ? make : change)(tx, context, input));
  return getDeskRoom(context, { id });
}

async function make(tx: Tx, context: Host, input: SaveRoomValues): Promise<number> {
  const { actor, now } = context;
  const values = await valuesOf(tx, context, input, null);
  const made = await insertRoom(tx, {
    ...values,
    ...sealed(input.token, input.host_id),
    merchantId: actor.merchantId,
    token: input.token,
    createdBy: actor.staffId ?? null,
    createdAt: now,
  });
  if (made === null) throw fieldError('token', '提交标识已被使用，请刷新页面后重试');
  if (!made.isNew) return made.id;
  await replaceRoomGoods(tx, made.id, input.goods);
  await record(tx, context, made.id, null, { ...values, goods: input.goods });
  return made.id;
}

async function change(tx: Tx, context: Host, input: SaveRoomValues): Promise<number> {
  const room = await lockFor(tx, context, input.id, 'edit');
  const values = await valuesOf(tx, context, input, room);
  const before = (await listRoomGoods(tx, room.id)).map(({ id, point }) => ({ id, point }));
  const after = input.goods.map(({ id, point }) => ({ id, point }));
  const isOtherHost = input.host_id !== '';
  if (!isOtherHost && isSame(room, values) && JSON.stringify(before) === JSON.stringify(after))
    return room.id;
  needSeen(room, input.revision);
  if (!isOtherHost && room.hostName !== input.host_name)
    throw fieldError('host_id', '更换主播请填写其身份证号');
  await updateRoom(tx, room.id, {
    ...values,
    ...(isOtherHost && sealed(room.token, input.host_id)),
    state: 'draft',
    reviewedBy: null,
    reviewedAt: null,
  });
  await replaceRoomGoods(tx, room.id, after);
  await record(tx, context, room.id, { ...room, goods: before }, { ...values, goods: after });
  return room.id;
}

/** The number of the host's identity card for the row: sealed, and its last four characters. */
function sealed(token: string, hostId: string) {
  return { sealedHostId: seal('live host', token, hostId), hostIdTail: hostId.slice(-4) };
}

type Written = Pick<
  LiveRoomRow,
  'title' | 'summary' | 'hostName' | 'isRx' | 'startsAt' | 'endsAt' | 'couponBudget'
>;

/** What a form says. Throws 422 for what is wrong in it, with its fields. */
async function valuesOf(
  tx: Tx,
  { actor, now }: Host,
  input: SaveRoomValues,
  room: LiveRoomRow | null,
): Promise<Written> {
  const startsAt = momentOf(input.start_time, room?.startsAt);
  const endsAt = momentOf(input.end_time, room?.endsAt);
  const times = timesFault({ startsAt: startsAt.getTime(), endsAt: endsAt.getTime() }, now.getTime());
  const errors: FieldErrors = {};
  if (times !== null) errors[times.field] = [times.text];
  const couponBudget = parseYuan(input.coupon_budget);
  if (couponBudget > maxCouponBudget) errors.coupon_budget = [`每场最多¥${showYuan(maxCouponBudget)}`];
  const ids = input.goods.map(({ id }) => id);
  const own = await mapOwnGoods(tx, actor.merchantId, ids);
  const goods = goodsFault(ids, own);
  if (goods !== null) errors.goods = [goods];
  const [first] = Object.values(errors).flat();
  if (first !== undefined) throw new AppError(422, first, { errors });
  return {
    title: input.title,
    summary: input.summary,
    hostName: input.host_name,
    // Prescription medicines are shown to approved buyers alone, whatever was ticked.
    isRx: input.is_rx === 1 || [...own.values()].some(({ otc }) => isPrescription(otc)),
    startsAt,
    endsAt,
    couponBudget,
  };
}

function goodsFault(ids: readonly number[], own: Awaited<ReturnType<typeof mapOwnGoods>>): string | null {
  if (new Set(ids).size < ids.length) return '同一商品出现了两次';
  for (const id of ids) {
    const row = own.get(id);
    if (row === undefined) return `没有商品${id}，只能选择本商家的商品`;
    const fault = itemFault(row);
    if (fault !== null) return `“${row.name}”${fault}，不能直播`;
  }
  return null;
}

/** A form has minutes: a moment whose minute is not changed keeps its seconds. */
function momentOf(typed: string, known: Date | undefined): Date {
  const moment = must(findMinute(typed), 'a minute');
  return known && minuteKey(known.getTime()) === minuteKey(moment) ? known : new Date(moment);
}

function isSame(room: LiveRoomRow, values: Written): boolean {
  return (
    room.title === values.title &&
    room.summary === values.summary &&
    room.hostName === values.hostName &&
    room.isRx === values.isRx &&
    room.couponBudget === values.couponBudget &&
    room.startsAt.getTime() === values.startsAt.getTime() &&
    room.endsAt.getTime() === values.endsAt.getTime()
  );
}

type Recorded = Written & { goods: readonly { id: number }[] };

function recorded({ title, hostName, isRx, startsAt, endsAt, couponBudget, goods }: Recorded) {
  return {
    title,
    hostName,
    isRx,
    startsAt: minuteKey(startsAt.getTime()),
    endsAt: minuteKey(endsAt.getTime()),
    couponBudget,
    goods: goods.map(({ id }) => id).join(','),
  };
}

async function record(
  tx: Tx,
  context: Host,
  key: number,
  before: Recorded | null,
  after: Recorded,
): Promise<void> {
  await writeAudit(tx, recordOf(context), {
    act: 'live.save',
    subject: 'live_room',
    key,
    before: before && recorded(before),
    after: recorded(after),
    at: context.now,
  });
}

/** `POST …/hand-in`: asks for the review. Handed in already, it changes nothing. Throws 404, 409. */
export async function handInRoom(context: Host, { id, revision }: SeenRoomValues): Promise<DeskRoom> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const known = await lockRoom(tx, id, actor.merchantId);
    if (known !== null && roomCan(known.state, 'pass')) return;
    const room = await lockFor(tx, context, id, 'hand_in');
    needSeen(room, revision);
    const [fault] = await roomFaults(tx, room, now);
    if (fault !== undefined) throw new AppError(409, fault);
    await moveRoom(tx, context, room, 'live.hand_in', { state: 'waiting', handedInAt: now, reason: '' });
  });
  return getDeskRoom(context, { id });
}

/** `POST …/withdraw`: takes a room back from the review, to change it. Throws 404, 409 where it was decided. */
export async function withdrawRoom(context: Host, { id }: RoomValues): Promise<DeskRoom> {
  await context.db.transaction(async (tx) => {
    const known = await lockRoom(tx, id, context.actor.merchantId);
    if (known?.state === 'draft') return;
    const room = await lockFor(tx, context, id, 'withdraw');
    await moveRoom(tx, context, room, 'live.withdraw', { state: 'draft' });
  });
  return getDeskRoom(context, { id });
}

/** `POST …/cancel`: calls a room off for good; its record stays. Throws 404, 409. */
export async function cancelRoom(context: Host, { id, reason }: ReasonedRoomValues): Promise<DeskRoom> {
  await context.db.transaction(async (tx) => {
    const known = await lockRoom(tx, id, context.actor.merchantId);
    if (known?.state === 'stopped') return;
    const room = await lockFor(tx, context, id, 'cancel');
    await moveRoom(tx, context, room, 'live.cancel', {
      state: 'stopped',
      reason: `商家取消：${reason}`,
      keyHash: null,
    });
  });
  return getDeskRoom(context, { id });
}
