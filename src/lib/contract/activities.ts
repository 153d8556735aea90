/**
 * Activities on the wire: flash sales, group-buys, combinations, cashback, and what to add for the next tier (rules 10,
 * 15; rules 6). Times are epoch milliseconds of the server, amounts yuan with two decimals; an amount is present only
 * for callers who may see it.
 */

import { z } from 'zod';
import { get, post } from './call.ts';
import { addedToCart } from './cart/calls.ts';
import { unset } from './decode.ts';
import { emptyInput, id, money, quantity, whole } from './fields.ts';
import { goodsItem } from './goods/calls.ts';
import { ownMoney, priced } from './prices.ts';

const optionalId = unset(id('活动').optional());

export const activityIdInput = z.object({ id: id('活动') });
/** Without an id everything that is on. */
export const activityFilter = z.object({ id: optionalId });
export type ActivityFilter = z.output<typeof activityFilter>;

const flagged = z.number();

/** The period of an activity; `timestamp` of the response is the clock for it. */
const span = {
  start_time: z.number(),
  end_time: z.number(),
  phase: z.enum(['upcoming', 'running', 'ended']),
  phase_text: z.string(),
};
const answer = { timestamp: z.number() };

/** An item in an activity. */
export const activityGoods = goodsItem.extend({
  activity_id: z.number(),
  /** The goods' row in the activity. */
  miaosha_goods_id: z.number(),
  /** The activity's own price; none where the activity works on totals. */
  activity_price: priced(money).optional(),
  /** Pieces a company may have at that price; 0 is no limit. */
  activity_limit: z.number(),
  /** Pieces of it that this company has had. */
  activity_used: z.number(),
  /** Pieces left of the activity's own stock; null sells from the goods' stock. */
  activity_number: z.number().nullable(),
  activity_sold: z.number(),
  /** Whole percent of the own stock that is sold; 0 without one. */
  sold_percent: z.number(),
});
export type ActivityGoods = z.infer<typeof activityGoods>;

/** `GET /api/activity/info`: the content of an activity's dialog. Amounts are for callers who see prices. */
export const activityInfo = z.object({
  id: z.number(),
  kind: z.string(),
  /** 满减, 满赠…: what everybody may read. */
  label: z.string(),
  name: priced(z.string(), ''),
  remarks: priced(z.string(), ''),
  ...span,
  ...answer,
});
export type ActivityInfo = z.infer<typeof activityInfo>;

/** `GET /api/goods/activities`. */
export const activityGoodsOutput = z.array(activityGoods);

/** A flash sale: a session of a day, or one that runs for days. */
export const flashSession = z.object({
  id: z.number(),
  name: z.string(),
  remarks: z.string(),
  /** `08:00–12:00`; 全天 for a sale without hours. */
  label: z.string(),
  is_session: flagged,
  count: z.number(),
  ...span,
});
export type FlashSession = z.infer<typeof flashSession>;

/** `GET /api/spike/index`: the sales of the Shanghai day, sessions in their order. */
export const flashSessions = z.object({
  list: z.array(flashSession),
  /** The session that runs now, else the one that comes next. */
  current: z.number().nullable(),
  ...answer,
});
export type FlashSessions = z.infer<typeof flashSessions>;

/** `GET /api/miaosha/goods`: goods of one sale, or of all that run now. */
export const flashGoods = z.object({ list: z.array(activityGoods), ...answer });
export type FlashGoods = z.infer<typeof flashGoods>;

export const groupBuy = z.object({
  id: z.number(),
  name: z.string(),
  remarks: z.string(),
  goods: activityGoods,
  /** Pieces that everyone together must buy, and have bought. */
  goal: z.number(),
  joined: z.number(),
  joined_percent: z.number(),
  left_number: z.number(),
  /** Least quantity to join. */
  xg_number: z.number(),
  is_reached: flagged,
  /** 拼团中, 已成团, 未成团… */
  state_text: z.string(),
  ...span,
});
export type GroupBuyWire = z.infer<typeof groupBuy>;
export const groupBuys = z.object({ list: z.array(groupBuy), ...answer });
export type GroupBuys = z.infer<typeof groupBuys>;

export const joinInput = z.object({ id: id('活动'), number: quantity('参团数量') });
export type JoinInput = z.output<typeof joinInput>;
/** The line that the confirm page buys. */
export const joined = z.object({ id: z.number() });
export type Joined = z.infer<typeof joined>;

export const combinationWire = z.object({
  id: z.number(),
  name: z.string(),
  remarks: z.string(),
  merchant: z.object({ id: z.number(), remarks: z.string() }),
  parts: z.array(z.object({ goods: goodsItem, quantity: z.number() })),
  /** Price of a set; of its parts separately; and the saving of a set. */
  price: priced(money).optional(),
  base_price: priced(money).optional(),
  saving: priced(money).optional(),
  /** Sets left: the least of the parts. */
  number: z.number(),
  /** Sets a company may have; 0 is no limit. */
  xg_number: z.number(),
  is_buy: flagged,
  /** The obstacle, and where it leads. */
  buy_state: z.object({ code: z.string(), text: z.string(), action: z.string(), reason: z.string() }),
  ...span,
});
export type CombinationWire = z.infer<typeof combinationWire>;
export const combinations = z.object({ list: z.array(combinationWire), ...answer });
export type Combinations = z.infer<typeof combinations>;

export const addCombinationInput = z.object({ id: id('组合'), number: quantity('套数').default(1) });
export type AddCombinationInput = z.output<typeof addCombinationInput>;

const cashbackTier = z.object({
  amount: priced(money),
  cashback_amount: priced(money),
  is_reached: flagged,
});
export const cashbackWire = z.object({
  id: z.number(),
  name: z.string(),
  remarks: z.string(),
  merchant: z.object({ id: z.number(), remarks: z.string() }).nullable(),
  is_for_all: flagged,
  tiers: z.array(cashbackTier).optional(),
  /** The amount of this buyer's ticked cart, and its cashback. */
  paid_amount: priced(money).optional(),
  cashback_amount: priced(money).optional(),
  next_text: priced(z.string().nullable(), null),
  /** Whole percent of the way to the next tier; 100 beyond the last. */
  percent: z.number(),
  ...span,
});
export type CashbackWire = z.infer<typeof cashbackWire>;
export const cashbacks = z.object({
  list: z.array(cashbackWire),
  /** Promised by orders that are paid, and already in the balance. */
  waiting_amount: ownMoney(money).optional(),
  credited_amount: ownMoney(money).optional(),
  ...answer,
});
export type Cashbacks = z.infer<typeof cashbacks>;

/** `GET /api/activity/tap`: a tab for each kind of activity that is on. */
export const activityTab = z.object({
  kind: z.string(),
  name: z.string(),
  remarks: z.string(),
  url: z.string(),
  count: z.number(),
});
export type ActivityTab = z.infer<typeof activityTab>;
export const activityTabs = z.object({ list: z.array(activityTab), ...answer });
export type ActivityTabs = z.infer<typeof activityTabs>;

/**
 * `POST /api/cart/next-hint`: an activity, or a merchant for its minimum and its free freight. Without either the
 * nearest tier of the cart.
 */
export const nextHintInput = z.object({
  activity_id: optionalId,
  merchant_id: unset(id('商家').optional()),
  size: whole('条数', 1, 20).default(6),
});
export type NextHintInput = z.input<typeof nextHintInput>;

/** An item to add, with the quantity that fills the gap. */
export const hintGoods = goodsItem.extend({
  suggested_number: z.number(),
  suggested_amount: priced(money),
  /** 1 = this number reaches the tier. */
  is_enough: flagged,
  /** 常购 or 热销. */
  why: z.string(),
});
export type HintGoods = z.infer<typeof hintGoods>;

/** Several items that reach the tier together, none of them needless. */
const hintBundle = z.object({
  lines: z.array(
    z.object({
      goods_id: z.number(),
      ck_id: z.number(),
      name: z.string(),
      ypgg: z.string(),
      bzdw: z.string(),
      number: z.number(),
      amount: priced(money),
      why: z.string(),
    }),
  ),
  /** What they cost by themselves, and what of it is saved by having them in the cart. */
  spend_amount: priced(money),
  saving_amount: priced(money),
  /** What comes back to the balance after the orders are completed: cashback and rebates. */
  back_amount: priced(money),
  /** 花¥293.00省¥20.00, 花¥293.00返¥20.00. */
  text: priced(z.string(), ''),
});
export type HintBundle = z.infer<typeof hintBundle>;
export const nextHint = z.object({
  /** The next benefit: full_reduction, gift, add_on, cashback, minimum, freight. Null without one. */
  kind: z.string().nullable(),
  activity_id: z.number().nullable(),
  merchant_id: z.number().nullable(),
  name: z.string(),
  text: z.string(),
  /** The gap: yuan, or pieces for thresholds in pieces. */
  gap_amount: priced(money).optional(),
  gap_number: z.number().optional(),
  /** Null where no such items fill the gap, or it would cost more than it saves. */
  bundle: hintBundle.nullable(),
  list: z.array(hintGoods),
  ...answer,
});
export type NextHint = z.infer<typeof nextHint>;

export const activitiesCalls = {
  addCombination: post('/api/cart/combination', {
    who: 'buyer',
    may: 'order',
    input: addCombinationInput,
    output: addedToCart,
  }),
  nextHint: post('/api/cart/next-hint', {
    who: 'buyer',
    may: 'read',
    cost: 'quote',
    input: nextHintInput,
    output: nextHint,
  }),
  activityTabs: get('/api/activity/tap', {
    who: 'anyone',
    isExempt: true,
    input: emptyInput,
    output: activityTabs,
  }),
  activityInfo: get('/api/activity/info', { who: 'all', input: activityIdInput, output: activityInfo }),
  activityGoods: get('/api/goods/activities', {
    who: 'all',
    input: activityIdInput,
    output: activityGoodsOutput,
  }),
  flashSessions: get('/api/spike/index', {
    who: 'anyone',
    isExempt: true,
    input: emptyInput,
    output: flashSessions,
  }),
  flashGoods: get('/api/miaosha/goods', {
    who: 'all',
    isExempt: true,
    input: activityFilter,
    output: flashGoods,
  }),
  groupBuys: get('/api/group-buy', { who: 'all', input: activityFilter, output: groupBuys }),
  joinGroupBuy: post('/api/group-buy/{id}/join', {
    who: 'buyer',
    may: 'order',
    input: joinInput,
    output: joined,
  }),
  combinations: get('/api/combination', { who: 'all', input: activityFilter, output: combinations }),
  cashbacks: get('/api/cashback', { who: 'all', input: activityFilter, output: cashbacks }),
};
