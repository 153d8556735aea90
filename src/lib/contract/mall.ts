/** The points mall: what is offered, redeeming it, and the orders (rules 6). */

import { z } from 'zod';
import { mallKindKeys, maxExchange } from '#lib/rules/points/mall.ts';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import { flag, flagOut, id, money, page, pageSize, typed, whole, yuan } from './fields.ts';
import {
  pointsCaseInput,
  pointsOrderDetail,
  pointsOrderNoInput,
  pointsOrderRow,
  pointsOrders,
  pointsOrdersInput,
  prizeAddressInput,
} from './points-orders.ts';
import { openMoney } from './prices.ts';

const maxPoints = 100_000_000;
const points = (label: string) => unset(whole(label, 0, maxPoints).optional());

export const mallGoodsInput = z.object({
  kind: unset(z.enum(mallKindKeys, { error: '商品种类不正确' }).optional()),
  /** Points of a piece. */
  min_points: points('最低积分'),
  max_points: points('最高积分'),
  /** 1: what the company's points are enough for; ignored for visitors. */
  can_redeem: flag('我能兑换').default(0),
  sort: unset(z.enum(['points', '-points', '-sold', '-new'], { error: '排序不正确' }).optional()),
  page: page(),
  size: pageSize(20),
});
export type MallGoodsInput = z.input<typeof mallGoodsInput>;
export type MallGoodsValues = z.output<typeof mallGoodsInput>;

/** The reader's own state; null for visitors. */
const mine = z
  .object({
    /** Points that the company may spend. */
    usable: z.number().int(),
    /** Points that one piece lacks; 0 where they are enough. */
    missing: z.number().int(),
    /** Pieces redeemed in the period of the limit. */
    used: z.number().int(),
    /** Pieces that may be redeemed now; 0 with a refusal. */
    most: z.number().int(),
    can_redeem: flagOut,
    /** RedeemCode of the rules and its sentence; both empty where one piece can be redeemed. */
    refusal_code: z.string(),
    refusal: z.string(),
  })
  .nullable();

export const mallGoods = z.object({
  id: z.number().int(),
  kind: z.enum(mallKindKeys),
  kind_text: z.string(),
  name: z.string(),
  summary: z.string(),
  image: z.string(),
  /** Of one piece. */
  points: z.number().int(),
  /** Paid from the balance besides the points; 0.00 for points alone. */
  money_amount: openMoney(money),
  /** Pieces left. */
  number: z.number().int(),
  sold: z.number().int(),
  /** 每企业每月限兑2件; empty without a limit. */
  limit_text: z.string(),
  /** 仅限… of the kinds of buyers; empty for all. */
  buyers_text: z.string(),
  /** What everybody reads: offered, coming, sold_out; what is off or over is not listed. */
  state: z.enum(['offered', 'coming', 'sold_out']),
  state_text: z.string(),
  /** From when to when it can be redeemed; a chance while its wheel is open. */
  start_time: z.string(),
  /** Null: without an end. */
  end_time: z.string().nullable(),
  mine,
});
export type MallGoodsWire = z.infer<typeof mallGoods>;

export const mallGoodsList = z.object({
  list: z.array(mallGoods),
  total: z.number().int(),
  page: z.number(),
  size: z.number(),
  /** Points that the company may spend; null for visitors. */
  usable: z.number().int().nullable(),
  /** How many are offered of each kind. */
  kinds: z.array(z.object({ kind: z.enum(mallKindKeys), text: z.string(), count: z.number().int() })),
});
export type MallGoodsList = z.infer<typeof mallGoodsList>;

export const mallGoodsIdInput = z.object({ id: id('积分商品') });

export const mallGoodsDetail = mallGoods.extend({
  images: z.array(z.string()),
  description: z.string(),
  /** When and how it is delivered. */
  delivery: z.string(),
  /** What a coupon or voucher takes off, from which amount on; 0.00 for the other kinds. */
  value_amount: openMoney(money),
  threshold_amount: openMoney(money),
  /** Days for which it can be used; 0 for the other kinds. */
  valid_days: z.number().int(),
  /** Of a chance: the wheel that it is for. */
  wheel: z.object({ id: z.number().int(), name: z.string(), end_time: z.string() }).nullable(),
  needs_address: flagOut,
  /** 1: the payment password of the person is asked for (the money part). */
  needs_password: flagOut,
});
export type MallGoodsDetail = z.infer<typeof mallGoodsDetail>;

export const exchangeInput = z.object({
  goods_id: id('积分商品'),
  quantity: typed(whole('数量', 1, maxExchange)).default(1),
  /** An address of the company, for a thing. */
  address_id: unset(id('收货地址').optional()),
  /** What the page showed for all pieces; another price answers 409. */
  points: whole('积分', 1, maxPoints * maxExchange),
  money_amount: yuan('金额').default('0.00'),
  pay_password: unset(
    z
      .string({ error: '支付密码不正确' })
      .regex(/^\d{6}$/, { error: '支付密码为6位数字' })
      .optional(),
  ),
});
export type ExchangeInput = z.input<typeof exchangeInput>;
export type ExchangeValues = z.output<typeof exchangeInput>;

export const exchanged = z.object({
  order: pointsOrderRow,
  /** Points that are left to spend. */
  usable: z.number().int(),
  /** Where what was got is found: the coupons, the vouchers, the wheel, or the order. */
  url: z.string(),
  url_text: z.string(),
});
export type Exchanged = z.infer<typeof exchanged>;

export const mallCalls = {
  mallGoods: get('/api/points/goods', { who: 'all', input: mallGoodsInput, output: mallGoodsList }),
  mallGoodsInfo: get('/api/points/goods/{id}', {
    who: 'all',
    input: mallGoodsIdInput,
    output: mallGoodsDetail,
  }),
  // A thing is redeemed by the owner alone, the money part by who may pay: the service asks.
  exchangePoints: post('/api/points/exchange', {
    who: 'buyer',
    may: 'order',
    cost: 'order',
    once: true,
    input: exchangeInput,
    output: exchanged,
  }),
  pointsOrders: get('/api/points/order', {
    who: 'buyer',
    whileFrozen: true,
    input: pointsOrdersInput,
    output: pointsOrders,
  }),
  pointsOrder: get('/api/points/order/{no}', {
    who: 'buyer',
    whileFrozen: true,
    input: pointsOrderNoInput,
    output: pointsOrderDetail,
  }),
  receivePointsOrder: post('/api/points/order/{no}/receive', {
    who: 'buyer',
    may: 'receive',
    input: pointsOrderNoInput,
    output: pointsOrderDetail,
  }),
  cancelPointsOrder: post('/api/points/order/{no}/cancel', {
    who: 'buyer',
    may: 'order',
    input: pointsOrderNoInput,
    output: pointsOrderDetail,
  }),
  /** The address of a prize, by the company's owner. */
  namePrizeAddress: post('/api/points/order/{no}/address', {
    who: 'buyer',
    may: 'manage',
    input: prizeAddressInput,
    output: pointsOrderDetail,
  }),
  /** Tells that a thing came damaged; pictures are uploaded by `afterSalePicture`. */
  askPointsCase: post('/api/points/order/{no}/aftersale', {
    who: 'buyer',
    may: 'receive',
    input: pointsCaseInput,
    output: pointsOrderDetail,
  }),
};
