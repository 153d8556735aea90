/** A live room as a desk reads it. */
import { AppError } from '#lib/contract/errors.ts';
import type {
  DeskRoom,
  DeskRoomDraft,
  FindRoomGoodsValues,
  FoundRoomGoods,
  RoomGoods,
  RoomValues,
} from '#lib/contract/live/desk-schema.ts';
import { licenceKindKeys, licenceKinds } from '#lib/rules/companies/licences.ts';
import { isPrescription } from '#lib/rules/goods/otc.ts';
import { itemFault, startFault, timesFault } from '#lib/rules/live/desk.ts';
import { type RoomVerb, roomCan, roomText, roomVerbs } from '#lib/rules/live/room.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { dayKey, minuteKey, startOfDay } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { listMerchantPapers } from '../merchants/desk-rows.ts';
import { findCaptions } from './caption-rows.ts';
import { deskPlayback, recordingFault } from './desk-playback.ts';
import {
  findDeskRoom,
  findOwnGoods,
  type LiveRoomRow,
  listRoomGoods,
  type RoomGoodsRow,
  staffName,
} from './desk-rows.ts';
import { findSeller } from './seller-rows.ts';

const hour = 3_600_000;
/** Items that a search answers at most. */
const foundAtMost = 20;

const iso = (moment: Date | null) => moment?.toISOString() ?? '';

function goodsWire(row: RoomGoodsRow & { point?: string }): RoomGoods {
  const { id, name, spec, maker, otc, stock, point = '' } = row;
  return { id, name, spec, maker, otc, stock, point, fault: itemFault(row) ?? '' };
}

/** The real seller with its registered licences. */
async function sellerOf(db: Db | Tx, merchantId: number, now: Date): Promise<DeskRoom['seller']> {
  const seller = must(await findSeller(db, merchantId), `merchant ${merchantId}`);
  const papers = await listMerchantPapers(db, merchantId);
  const today = dayKey(now.getTime());
  return {
    ...seller,
    licences: licenceKindKeys.flatMap((kind) =>
      papers
        .filter((paper) => paper.kind === kind)
        .map(({ number, validTo }) => ({
          kind_text: licenceKinds[kind].text,
          number,
          valid_to: validTo ?? '长期',
          is_expired: validTo !== null && validTo < today ? (1 as const) : (0 as const),
        })),
    ),
  };
}

/** What keeps a room from being handed in or passed, in sentences. */
export async function roomFaults(db: Db | Tx, room: LiveRoomRow, now: Date): Promise<string[]> {
  const goods = await listRoomGoods(db, room.id);
  return faultsOf(room, goods, await sellerOf(db, room.merchantId, now), now);
}

function faultsOf(
  room: LiveRoomRow,
  goods: readonly RoomGoodsRow[],
  { licences }: DeskRoom['seller'],
  now: Date,
): string[] {
  const times = timesFault(
    { startsAt: room.startsAt.getTime(), endsAt: room.endsAt.getTime() },
    now.getTime(),
  );
  const rx = goods.find(({ otc }) => isPrescription(otc));
  return [
    ...(times === null ? [] : [times.text]),
    ...(room.sealedHostId === '' ? ['请重新填写主播身份证号'] : []),
    ...(goods.length === 0 ? ['请至少选择一种商品'] : []),
    ...goods.flatMap((row) => {
      const fault = itemFault(row);
      return fault === null ? [] : [`“${row.name}”${fault}`];
    }),
    ...(rx && !room.isRx ? [`“${rx.name}”是处方药，须按处方药直播，请重新保存`] : []),
    ...(licences.length === 0 ? ['商家没有登记证照'] : []),
    ...licences.filter((one) => one.is_expired === 1).map(({ kind_text }) => `商家的${kind_text}已过期`),
  ];
}

/** `GET /api/desk/live/rooms/{id}`. Throws 404 for an unknown one, and for a merchant's people for another merchant's. */
export async function getDeskRoom(context: Context<'staff'>, { id }: RoomValues): Promise<DeskRoom> {
  const room = await findDeskRoom(context.db, id, context.actor.merchantId);
  if (room === null) throw new AppError(404, '没有这个直播间');
  return roomWire(context, room);
}

/** The same, null for an unknown one. */
export async function openDeskRoom(context: Context<'staff'>, id: number): Promise<DeskRoom | null> {
  const room = await findDeskRoom(context.db, id, context.actor.merchantId);
  return room === null ? null : roomWire(context, room);
}

async function roomWire({ db, now, actor }: Context<'staff'>, room: LiveRoomRow): Promise<DeskRoom> {
  const [goods, seller, reviewer, fault, captions] = await Promise.all([
    listRoomGoods(db, room.id),
    sellerOf(db, room.merchantId, now),
    staffName(db, room.reviewedBy),
    recordingFault(db, room),
    findCaptions(db, room.id),
  ]);
  const may = (verb: RoomVerb) => roomCan(room.state, verb);
  const times = { startsAt: room.startsAt.getTime(), endsAt: room.endsAt.getTime() };
  const isOpen = may('hand_in') || may('pass');
  return {
    id: room.id,
    revision: room.revision,
    state: room.state,
    state_text: roomText(room.state),
    title: room.title,
    summary: room.summary,
    host_name: room.hostName,
    host_id_tail: room.hostIdTail,
    is_rx: room.isRx ? 1 : 0,
    coupon_budget: formatYuan(room.couponBudget),
    start_time: minuteKey(times.startsAt),
    end_time: minuteKey(times.endsAt),
    goods: goods.map(goodsWire),
    reason: room.reason,
    handed_in_at: iso(room.handedInAt),
    reviewed_at: iso(room.reviewedAt),
    reviewed_by: reviewer,
    started_at: iso(room.startedAt),
    ended_at: iso(room.endedAt),
    key_made_at: iso(room.keyMadeAt),
    is_replay: room.isReplay ? 1 : 0,
    replay_from: iso(room.replayFrom),
    replay_to: iso(room.replayTo),
    playback: deskPlayback(room, fault),
    replay_fault: fault,
    captions: {
      name: captions?.name ?? '',
      count: captions?.count ?? 0,
      version: captions?.at.getTime() ?? 0,
    },
    may: roomVerbs[actor.kind].filter(may),
    faults: isOpen ? faultsOf(room, goods, seller, now) : [],
    start_fault: may('start') ? (startFault(times, now.getTime()) ?? '') : '',
    seller,
  };
}

/** What the form of a new room begins with: two hours tomorrow evening. */
export function newRoom(now: Date): DeskRoomDraft {
  const start = startOfDay(now.getTime()) + 24 * hour + 19 * hour;
  return {
    id: 0,
    revision: 0,
    title: '',
    summary: '',
    host_name: '',
    host_id_tail: '',
    is_rx: 0,
    coupon_budget: '0.00',
    start_time: minuteKey(start),
    end_time: minuteKey(start + 2 * hour),
    goods: [],
  };
}

/** `GET /api/desk/live/goods`: own goods on the shelf, by name, maker or number. */
export async function findRoomGoods(
  { db, actor }: Context<'merchant'>,
  { find }: FindRoomGoodsValues,
): Promise<FoundRoomGoods> {
  const rows = await findOwnGoods(db, actor.merchantId, find, foundAtMost);
  return { list: rows.map(goodsWire) };
}
