/** A wheel from its draft to its end: states, what brings chances, and what may be opened (rules 6). */
import { type Fen, showYuan } from '../money/money.ts';
import { worthOf } from '../money/points-worth.ts';
import { issueLimits } from '../promotions/issued.ts';
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';
import type { Deck } from './deck.ts';
import { maxPrizeWorth, type PrizeKind, type PrizeTerms } from './prizes.ts';

/** Draft: seen at the desk alone. Paused: by the desk, until it goes on. Over: open without a ticket that is left. */
export const wheelStates = {
  draft: '草稿',
  coming: '未开始',
  open: '进行中',
  paused: '已暂停',
  over: '奖券已抽完',
  closed: '已结束',
} as const;
export type WheelState = keyof typeof wheelStates;

/** States that everyone may see. */
export const seenWheelStates = keysOf(wheelStates).filter((state) => state !== 'draft');

export interface WheelFacts {
  /** When its deck was frozen; null for a draft. */
  openedAt: EpochMs | null;
  startsAt: EpochMs;
  endsAt: EpochMs;
  /** When it was closed and its seed published. */
  closedAt: EpochMs | null;
  /** Since when the desk has paused it; null while it has not. */
  pausedAt: EpochMs | null;
  tickets: number;
  drawn: number;
}

export function wheelState(wheel: WheelFacts, now: EpochMs): WheelState {
  if (wheel.openedAt === null) return 'draft';
  if (wheel.closedAt !== null) return 'closed';
  // Its end is put off by the pause, so it does not come meanwhile.
  if (wheel.pausedAt !== null) return 'paused';
  if (now >= wheel.endsAt) return 'closed';
  if (now < wheel.startsAt) return 'coming';
  return wheel.drawn < wheel.tickets ? 'open' : 'over';
}

const drawRefusals: Record<WheelState, string> = {
  draft: '抽奖活动不存在',
  coming: '活动还没有开始',
  open: '',
  paused: '活动已暂停，抽奖机会都保留，恢复后结束时间按暂停的时间顺延',
  over: '奖券已全部抽完',
  closed: '活动已结束',
};

/** Why nobody can draw; empty where they can. */
export function drawRefusal(state: WheelState): string {
  return drawRefusals[state];
}

/** Why a wheel cannot be closed; null where it can. Buyers keep their chances until its end, or its last ticket. */
export function closeRefusal(wheel: WheelFacts, now: EpochMs): string | null {
  const state = wheelState(wheel, now);
  if (state === 'draft') return '草稿还没有开放，不用结束';
  if (state === 'paused') return '活动暂停中，请恢复后再结束';
  return state === 'closed' || state === 'over' ? null : '结束时间以前，奖券全部抽完才能结束活动';
}

/** The two acts of a pause, in words. */
export const pauseActs = {
  pause: {
    text: '暂停',
    done: '已暂停，买家不能再抽',
    about: '立即停止抽奖，已有的抽奖机会和奖券不变；恢复后，结束时间按暂停的时间顺延。',
    readBy: '买家会看到',
  },
  resume: {
    text: '恢复',
    done: '已恢复，结束时间已顺延',
    about: '恢复后买家立即可以抽奖，结束时间按暂停的时间顺延。',
    readBy: '买家看不到',
  },
} as const;

/** Why a wheel cannot be paused; null where it can. */
export function pauseRefusal(wheel: WheelFacts, now: EpochMs): string | null {
  const state = wheelState(wheel, now);
  if (state === 'coming' || state === 'open') return null;
  return state === 'draft' ? '草稿还没有开放，不用暂停' : `活动${wheelStates[state]}，不能暂停`;
}

/**
 * The end of a paused wheel that goes on at `now`: put off by the time for which buyers could not draw, so that a pause
 * takes nothing of what was promised. A pause before the start counts from the start on.
 */
export function endAfterPause(
  { startsAt, endsAt, pausedAt }: Pick<WheelFacts, 'startsAt' | 'endsAt' | 'pausedAt'>,
  now: EpochMs,
): EpochMs {
  return pausedAt === null ? endsAt : endsAt + Math.max(0, now - Math.max(pausedAt, startsAt));
}

/** Where chances come from. */
export const chanceSources = {
  sign_in: '签到',
  order: '订单完成',
  points: '积分换取',
  mall: '积分商城',
  task: '任务',
  desk: '平台赠送',
} as const;
export type ChanceSource = keyof typeof chanceSources;

/** Chances that a desk gives a company of a wheel in a day at most. */
export const maxDeskChances = 100;

/** What brings chances of a wheel; 0 is never. */
export interface ChanceRules {
  /** Chances of a person's sign-in of a day, and of a completed order. */
  perSign: number;
  perOrder: number;
  /** One more chance for each so much that is paid for an order. */
  perAmount: Fen;
  /** Points of one chance, and how many of them a company gets in a day. */
  pointsPrice: number;
  pointsDaily: number;
}

/** Why chance rules of an opened wheel cannot be changed so; null where no buyer loses by it. */
export function refusalOfRules(before: ChanceRules, after: ChanceRules): string | null {
  const isFewer = after.perSign < before.perSign || after.perOrder < before.perOrder;
  const isDearer = (price: number, now: number) => price > 0 && (now === 0 || now > price);
  const isCut = after.pointsDaily < before.pointsDaily;
  const isWorse =
    isFewer ||
    isDearer(before.perAmount, after.perAmount) ||
    isDearer(before.pointsPrice, after.pointsPrice) ||
    isCut;
  return isWorse ? '活动开放后，获得抽奖机会的规则只能放宽' : null;
}

/** Chances of a completed order of which so much was paid and not refunded. */
export function chancesOfOrder({ perOrder, perAmount }: ChanceRules, paid: Fen): number {
  if (paid <= 0) return 0;
  return perOrder + (perAmount > 0 ? Math.floor(paid / perAmount) : 0);
}

/** Why chance rules are incomplete; null where they are whole. */
export function rulesProblem({ pointsPrice, pointsDaily }: ChanceRules): string | null {
  return pointsPrice > 0 === pointsDaily > 0 ? null : '积分换抽奖机会须同时填写每次积分和每天次数';
}

/** Most tickets of a wheel, whose tree is made at once, and most prizes, which are the parts of its disc. */
export const maxTickets = 20_000;
export const maxPrizes = 12;
export const maxPrizePoints = 100_000;

/** A prize as the desk writes it. Fields of another kind than its own are null. */
export interface PrizeDraft extends PrizeTerms {
  name: string;
  remarks: string;
  points: number | null;
  /** Of a coupon or voucher: what it takes off, from which amount, and the days that it lasts. */
  value: Fen | null;
  threshold: Fen | null;
  days: number | null;
  /** The thing of the points mall. */
  goodsId: number | null;
}

type PrizeProblem = (prize: PrizeDraft) => string | null;

const isWithin = (value: number | null, least: number, most: number) =>
  value !== null && value >= least && value <= most;

const pieceProblem: PrizeProblem = ({ kind, value, threshold, days, cost }) => {
  if (!isWithin(value, 1, issueLimits.most)) return `面额须在${issueLimits.most / 100}元以内`;
  if (kind === 'coupon' && (threshold ?? 0) < (value ?? 0)) return '优惠券的使用门槛不能低于面额';
  if (kind === 'voucher' && threshold !== 0) return '现金券没有使用门槛';
  if (!isWithin(days, 1, issueLimits.days)) return `有效天数须为1到${issueLimits.days}`;
  return cost === value ? null : '奖品价值须等于面额';
};

const problemOfKind: Record<PrizeKind, PrizeProblem> = {
  points: ({ points }) => (isWithin(points, 1, maxPrizePoints) ? null : `积分须为1到${maxPrizePoints}`),
  coupon: pieceProblem,
  voucher: pieceProblem,
  thing: ({ goodsId, cost }) =>
    goodsId === null ? '请选择积分商城里的实物' : cost > 0 ? null : '请填写奖品价值',
  nothing: ({ cost }) => (cost === 0 ? null : '未中奖没有价值'),
};

/** What is wrong with a prize; null where it may be offered. */
export function prizeProblem(prize: PrizeDraft): string | null {
  if (prize.name.trim() === '') return '请填写奖品名称';
  if (prize.count < 1) return '数量至少为1';
  if (prize.cost > maxPrizeWorth) return `奖品价值不能超过${maxPrizeWorth / 100}元`;
  return problemOfKind[prize.kind](prize);
}

/** What prizes are worth at least: 1,000 points in yuan, and things of the mall. */
interface PrizeWorths {
  yuanPerThousand: number;
  things: ReadonlyMap<number, Fen>;
}

/** Why a prize is worth more than it says; null where it is not. Its limit and the wheel's cost count what it says. */
export function worthProblem(
  { kind, cost, points, goodsId }: Pick<PrizeDraft, 'kind' | 'cost' | 'points' | 'goodsId'>,
  { yuanPerThousand, things }: PrizeWorths,
): string | null {
  const ofPoints = kind === 'points' ? worthOf(points ?? 0, yuanPerThousand) : 0;
  if (cost < ofPoints) return `奖品价值不能低于积分折合的${showYuan(ofPoints)}元`;
  const ofThing = goodsId === null ? 0 : (things.get(goodsId) ?? 0);
  return cost < ofThing ? `奖品价值不能低于商品成本${showYuan(ofThing)}元` : null;
}

/** What is wrong with the prizes of a wheel, each with its place from 1; null where it may be opened. */
export function prizesProblem(prizes: readonly PrizeDraft[]): string | null {
  for (const [at, prize] of prizes.entries()) {
    const problem = prizeProblem(prize);
    if (problem !== null) return `第${at + 1}个奖品：${problem}`;
  }
  if (prizes.length < 2 || prizes.length > maxPrizes) return `奖品须为2到${maxPrizes}种`;
  const tickets = prizes.reduce((sum, { count }) => sum + count, 0);
  return tickets > maxTickets ? `奖券最多${maxTickets}张` : null;
}

/** The deck of a later version: what is added of each prize stands behind the parts that are there. */
export function appendedDeck(
  deck: Deck,
  before: ReadonlyMap<number, number>,
  after: readonly Pick<PrizeTerms, 'id' | 'count'>[],
): Deck {
  const added = after.flatMap(({ id, count }) => {
    const more = count - (before.get(id) ?? 0);
    return more > 0 ? [{ prizeId: id, count: more }] : [];
  });
  return [...deck, ...added];
}

/** A company's name for others: its first two characters and its last two. */
export function maskedCompany(name: string): string {
  const letters = [...name];
  if (letters.length < 5) return `${letters[0] ?? ''}***`;
  return `${letters.slice(0, 2).join('')}***${letters.slice(-2).join('')}`;
}
