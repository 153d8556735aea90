/** Rooms of live streaming at the desks: the form of a merchant, and a room with what is known of it. */
import { z } from 'zod';
import { isIdCardNumber, plainNumber } from '../../rules/companies/paper-checks.ts';
import { endsLaterText, maxRoomGoods, namesPrice, noPriceText } from '../../rules/live/desk.ts';
import { allRoomStates, allRoomVerbs } from '../../rules/live/room.ts';
import { findMinute } from '../../rules/terms/activity-time.ts';
import { flag, flagOut, freeText, id, money, text, upTo, whole, yuan } from '../fields.ts';
import { openMoney } from '../prices.ts';

const mostRevisions = 1_000_000;

/** A minute of Shanghai: 2026-11-21 09:05. */
function minute(label: string) {
  const error = `请填写${label}，如2026-11-21 09:05`;
  return z.string({ error }).refine((typedText) => findMinute(typedText) !== null, { error });
}

/** A text that visitors read too: it tells no price. */
export function publicText(label: string, bounds: { min?: number; max: number }) {
  return text(label, bounds).refine((value) => !namesPrice(value), { error: noPriceText });
}

const revision = whole('版本', 0, mostRevisions);

/** Made by a form: sent twice, it does one thing. */
export const tokenField = text('提交标识', { min: 8, max: 60 });

export const roomInput = z.object({ id: id('直播间') });
export type RoomValues = z.output<typeof roomInput>;

/** An act on the room as the person saw it. */
export const seenRoomInput = roomInput.extend({ revision });
export type SeenRoomValues = z.output<typeof seenRoomInput>;

export const reasonedRoomInput = roomInput.extend({ reason: text('原因', { min: 2, max: 200 }) });
export type ReasonedRoomValues = z.output<typeof reasonedRoomInput>;

export const refuseRoomInput = seenRoomInput.extend({ reason: text('原因', { min: 2, max: 200 }) });
export type RefuseRoomValues = z.output<typeof refuseRoomInput>;

const times = { start_time: minute('开始时间'), end_time: minute('结束时间') };
const timesAlone = z.object(times);
const hostAlone = z.object({ id: id('直播间', 0), host_id: freeText('主播身份证号', 30) });

/** Each fault of the form at its field, all at once: what concerns two fields is seen although a third is wrong. */
export const saveRoomInput = z
  .object({
    /** 0 for a new one. */
    id: id('直播间', 0),
    token: tokenField,
    /** The revision that the person saw; 0 for a new one. */
    revision,
    title: publicText('标题', { min: 2, max: 40 }),
    summary: publicText('简介', { max: 500 }).default(''),
    host_name: text('主播姓名', { min: 2, max: 30 }),
    /** Empty: as it is known. */
    host_id: freeText('主播身份证号', 30)
      .transform(plainNumber)
      .refine((value) => value === '' || isIdCardNumber(value), {
        error: '请填写18位身份证号，末位为校验码',
      }),
    ...times,
    is_rx: flag('展示处方药').default(0),
    /** Yuan. */
    coupon_budget: yuan('优惠券预算').default('0'),
    goods: upTo(
      maxRoomGoods,
      z.object({
        id: id('商品'),
        point: publicText('推荐语', { max: 60 }).default(''),
      }),
      { error: '请选择商品', tooMany: `商品最多${maxRoomGoods}种` },
    ),
  })
  .refine(({ start_time: start, end_time: end }) => (findMinute(end) ?? 0) > (findMinute(start) ?? 0), {
    error: endsLaterText,
    path: ['end_time'],
    when: ({ value }) => timesAlone.safeParse(value).success,
  })
  .refine(({ id: room, host_id: number }) => room > 0 || number !== '', {
    error: '请填写主播身份证号',
    path: ['host_id'],
    when: ({ value }) => hostAlone.safeParse(value).success,
  });
export type SaveRoomInput = z.input<typeof saveRoomInput>;
export type SaveRoomValues = z.output<typeof saveRoomInput>;

const roomGoods = z.object({
  id: z.number().int(),
  name: z.string(),
  spec: z.string(),
  maker: z.string(),
  /** 处方药, 甲类OTC… */
  otc: z.string(),
  stock: z.number().int(),
  point: z.string(),
  /** Why it cannot be shown; empty where it can. */
  fault: z.string(),
});
export type RoomGoods = z.infer<typeof roomGoods>;

const seller = z.object({
  name: z.string(),
  short_name: z.string(),
  address: z.string(),
  licences: z.array(
    z.object({
      kind_text: z.string(),
      number: z.string(),
      /** `2027-05-01`, or 长期. */
      valid_to: z.string(),
      is_expired: flagOut,
    }),
  ),
});

/** A room at a desk. Moments are ISO 8601, empty where there is none. */
export const deskRoom = z.object({
  id: z.number().int(),
  revision: z.number().int(),
  state: z.enum(allRoomStates),
  state_text: z.string(),
  title: z.string(),
  summary: z.string(),
  host_name: z.string(),
  host_id_tail: z.string(),
  is_rx: flagOut,
  coupon_budget: openMoney(money),
  /** Minutes of Shanghai. */
  start_time: z.string(),
  end_time: z.string(),
  goods: z.array(roomGoods),
  /** Why it was refused, stopped or called off. */
  reason: z.string(),
  handed_in_at: z.string(),
  reviewed_at: z.string(),
  reviewed_by: z.string(),
  started_at: z.string(),
  ended_at: z.string(),
  key_made_at: z.string(),
  is_replay: flagOut,
  replay_from: z.string(),
  replay_to: z.string(),
  /** The address of the recording for desks; empty where there is none. */
  playback: z.string(),
  /** The name of the captions of its recording, and how many there are; an empty name for none. Others have another version. */
  captions: z.object({ name: z.string(), count: z.number().int(), version: z.number().int() }),
  /** Why a room that is over cannot have a replay; empty where it can. */
  replay_fault: z.string(),
  /** The acts that the reader may do now. */
  may: z.array(z.enum(allRoomVerbs)),
  /** What keeps it from being handed in or passed. */
  faults: z.array(z.string()),
  /** Why it cannot go on air now; empty where it can. */
  start_fault: z.string(),
  seller,
});
export type DeskRoom = z.infer<typeof deskRoom>;

/** What its form begins with. */
export type DeskRoomDraft = Pick<
  DeskRoom,
  | 'id'
  | 'revision'
  | 'title'
  | 'summary'
  | 'host_name'
  | 'host_id_tail'
  | 'is_rx'
  | 'coupon_budget'
  | 'start_time'
  | 'end_time'
  | 'goods'
>;

/** Own goods to choose from. */
export const findRoomGoodsInput = z.object({ find: freeText('查找', 60) });
export const foundRoomGoods = z.object({ list: z.array(roomGoods) });
export type FindRoomGoodsValues = z.output<typeof findRoomGoodsInput>;
export type FoundRoomGoods = z.infer<typeof foundRoomGoods>;
