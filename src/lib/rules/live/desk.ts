/** What a desk may put into a room (rules 22): its words, its times, its goods and the coupons dropped there. */
import { type Fen, showYuan } from '../money/money.ts';
import { issueLimits } from '../promotions/issued.ts';
import { minuteKey } from '../terms/activity-time.ts';
import type { EpochMs } from '../terms/terms.ts';
import { earlyStartMs, maxOnAirMs, type RoomState, roomCan } from './room.ts';
import type { LiveEventKind, QuestionState } from './timeline.ts';

/** Events that a console shows. */
export const mostConsoleEvents = 50;

/** Most goods of a room. */
export const maxRoomGoods = 50;

/** Most that the coupons of one room may take off together, fen. */
export const maxCouponBudget: Fen = 100_000_00;

/** Most pieces of a dropped coupon, minutes to claim it, and days to use it. */
export const dropLimits = { quantity: 10_000, minutes: 120, days: 30 } as const;

/** Amounts as people write them: ¥12, 12元, 十二元, 3块钱, 8折. 元 is no unit in 元旦, 元宵, 元素, 元胡 and 元明粉. */
const amounts = /[¥￥]|[\d零一二三四五六七八九十百千万两半](?:元(?![旦宵素胡]|明粉)|块钱|折)|\d块/u;

/**
 * True for a text that tells a price or a discount: a price is each buyer's own, and visitors see none. Blanks and line ends
 * hide nothing.
 */
export function namesPrice(text: string): boolean {
  return amounts.test(text.normalize('NFKC').replaceAll(/\s+/g, ''));
}

/** Said where {@link namesPrice} refuses a text. */
export const noPriceText = '请不要写价格和折扣：价格因买家而异，由商品卡显示';

export const endsLaterText = '结束时间须晚于开始时间';

/** Why a room cannot have these times; null where it can. */
export function timesFault(
  { startsAt, endsAt }: { startsAt: EpochMs; endsAt: EpochMs },
  now: EpochMs,
): { field: 'start_time' | 'end_time'; text: string } | null {
  if (endsAt <= startsAt) return { field: 'end_time', text: endsLaterText };
  if (endsAt - startsAt > maxOnAirMs)
    return { field: 'end_time', text: `一场直播最长${maxOnAirMs / 3_600_000}小时` };
  return endsAt <= now ? { field: 'end_time', text: '结束时间须在现在以后' } : null;
}

/** Why a room cannot go on air now; null where it can. */
export function startFault(
  { startsAt, endsAt }: { startsAt: EpochMs; endsAt: EpochMs },
  now: EpochMs,
): string | null {
  if (now >= endsAt) return '预告的时间已过，请修改时间后重新提交审核';
  const first = startsAt - earlyStartMs;
  return now < first ? `最早可在${minuteKey(first)}开播，即预告时间前1小时` : null;
}

/** An item as a room needs to know it. */
export interface RoomItem {
  isOnShelf: boolean;
  /** The platform has stopped its sale. */
  isStopped: boolean;
}

/** Why an item cannot be shown; null where it can. */
export function itemFault({ isOnShelf, isStopped }: RoomItem): string | null {
  if (isStopped) return '平台已暂停销售';
  return isOnShelf ? null : '已下架';
}

/** A coupon to be dropped. */
export interface Drop {
  value: Fen;
  threshold: Fen;
  quantity: number;
}

/** What a drop can take off at most, fen. */
export const dropCost = ({ value, quantity }: Pick<Drop, 'value' | 'quantity'>): Fen => value * quantity;

/** The fault of a drop, at its field; null where it may be dropped. `left` is what is left of the room's budget. */
export function dropFault(
  drop: Drop,
  left: Fen,
): { field: 'value' | 'threshold' | 'quantity'; text: string } | null {
  const { value, threshold } = drop;
  const { most } = issueLimits;
  if (value <= 0) return { field: 'value', text: '请填写面额' };
  if (value > most) return { field: 'value', text: `每张最多${most / 100}元` };
  if (threshold < value) return { field: 'threshold', text: '使用门槛不能低于面额' };
  if (dropCost(drop) <= left) return null;
  const text =
    left === 0 ? '本场的优惠券预算已用完' : `面额乘数量最多¥${showYuan(left)}：本场的优惠券预算只剩这些`;
  return { field: 'quantity', text };
}

/** Why the replay cannot be cut so; null where it can. */
export function cutFault(
  { from, to }: { from: EpochMs; to: EpochMs },
  { startedAt, endedAt }: { startedAt: EpochMs; endedAt: EpochMs },
): { field: 'from' | 'to'; text: string } | null {
  if (from < startedAt) return { field: 'from', text: '不能早于开播时间' };
  if (to > endedAt) return { field: 'to', text: '不能晚于结束时间' };
  return to <= from ? { field: 'to', text: '须晚于开始' } : null;
}

/** True while a room is on air: pins, coupons, answers and notices are of that time. */
export const isOnAir = (state: RoomState): boolean => roomCan(state, 'end');

/** A question as it may be answered or shown. */
export function answerFault(state: QuestionState): string | null {
  if (state === 'hidden') return '这个问题已隐藏';
  return state === 'answered' ? '这个问题已经回答过' : null;
}

const hideableKinds: readonly LiveEventKind[] = ['question', 'answer', 'notice', 'chapter'];

/** True for events that moderation takes back: texts of people. A notice without one has taken the notice before away. */
export function isHideable({ kind, text }: { kind: LiveEventKind; text: string }): boolean {
  return hideableKinds.includes(kind) && (kind !== 'notice' || text !== '');
}

/** What taking an event back is called: a question goes with its answer, an answer alone can be given anew. */
export function hideText(kind: LiveEventKind): string {
  if (kind === 'question') return '隐藏提问';
  return kind === 'answer' ? '撤回回答' : '隐藏';
}

const eventTexts: Record<LiveEventKind, string> = {
  start: '开播',
  end: '结束',
  picture: '画面',
  pin: '置顶商品',
  unpin: '取消置顶',
  drop: '发券',
  question: '展示问题',
  answer: '回答',
  notice: '公告',
  chapter: '章节',
  mute: '提问',
};

/** What an event is called at a desk. */
export const eventText = (kind: LiveEventKind): string => eventTexts[kind];

const questionTexts: Record<QuestionState, string> = {
  waiting: '待回答',
  shown: '展示中',
  answered: '已回答',
  hidden: '已隐藏',
};

export const questionText = (state: QuestionState): string => questionTexts[state];
