/** The prizes of a wheel as they stand in the boxes of its form. */
import type { DeskPrize, SaveWheelInput } from '#lib/contract/wheel-desk.ts';
import { findYuan } from '#lib/rules/money/money.ts';
import type { PrizeKind } from '#lib/rules/wheel/prizes.ts';

export const kindTexts: Readonly<Record<PrizeKind, string>> = {
  points: '积分',
  coupon: '优惠券',
  voucher: '现金券',
  thing: '实物',
  nothing: '未中奖',
};

const boxes = [
  'name',
  'remarks',
  'count',
  'cost',
  'points',
  'value',
  'threshold',
  'days',
  'goods_id',
] as const;
export type PrizeBox = (typeof boxes)[number];

/** `key` tells rows apart while they are edited; `id` 0 is a new one. */
export type PrizeTexts = Record<PrizeBox, string> & {
  key: string;
  id: number;
  kind: PrizeKind;
  least: number;
};

/** The boxes of each kind, with their labels. */
export const boxesOfKind: Readonly<Record<PrizeKind, readonly (readonly [PrizeBox, string])[]>> = {
  points: [
    ['points', '每份积分'],
    ['cost', '每份价值（元）'],
  ],
  coupon: [
    ['value', '面额（元）'],
    ['threshold', '使用门槛（元）'],
    ['days', '有效天数'],
  ],
  voucher: [
    ['value', '面额（元）'],
    ['days', '有效天数'],
  ],
  thing: [
    ['goods_id', '积分商品编号'],
    ['cost', '每件价值（元）'],
  ],
  nothing: [],
};

export function textsOf(prize: DeskPrize): PrizeTexts {
  return {
    key: String(prize.id),
    id: prize.id,
    kind: prize.kind,
    least: prize.count,
    name: prize.name,
    remarks: prize.remarks,
    count: String(prize.count),
    cost: prize.cost,
    points: String(prize.points),
    value: prize.value,
    threshold: prize.threshold,
    days: String(prize.days),
    goods_id: String(prize.goods_id),
  };
}

export function newPrize(kind: PrizeKind, name: string): PrizeTexts {
  return {
    key: crypto.randomUUID(),
    id: 0,
    kind,
    least: 0,
    name,
    remarks: '',
    count: kind === 'nothing' ? '900' : '10',
    cost: '0',
    points: '0',
    value: '0',
    threshold: '0',
    days: '90',
    goods_id: '0',
  };
}

/** The cost of one, in yuan: of a coupon or voucher what it takes off. */
function costText({ kind, cost, value }: PrizeTexts): string {
  if (kind === 'coupon' || kind === 'voucher') return value;
  return kind === 'nothing' ? '0' : cost;
}

export function inputOf(prize: PrizeTexts): SaveWheelInput['prizes'][number] {
  const { key: _key, least: _least, ...texts } = prize;
  return { ...texts, cost: costText(prize), threshold: prize.kind === 'coupon' ? prize.threshold : '0' };
}

/** Tickets and cost of the prizes, as far as they can be read. */
export function countsOf(prizes: readonly PrizeTexts[]): { count: number; cost: number }[] {
  return prizes.map((prize) => ({
    count: /^\d{1,6}$/.test(prize.count) ? Number(prize.count) : 0,
    cost: Math.max(0, findYuan(costText(prize)) ?? 0),
  }));
}
