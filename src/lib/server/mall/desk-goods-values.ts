/** The form of a goods of the mall: from its fields to the terms in the table and back. */
import { fieldError } from '#lib/contract/errors.ts';
import type { DeskMallGoods, SaveMallGoodsValues } from '#lib/contract/mall-desk.ts';
import { type Fen, formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { mallKinds } from '#lib/rules/points/mall.ts';
import { issueLimits } from '#lib/rules/promotions/issued.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { DeskGoodsRow } from './desk-goods-rows.ts';

/** Refuses a coupon or voucher that the platform could not give by hand either: 422 at its field. */
function needIssuable(value: Fen, days: number): void {
  const { most, days: mostDays } = issueLimits;
  if (value === 0) throw fieldError('value', '请填写面额');
  if (value > most) throw fieldError('value', `每张最多${most / 100}元`);
  if (days === 0) throw fieldError('valid_days', '请填写有效天数');
  if (days > mostDays) throw fieldError('valid_days', `有效天数最多${mostDays}天`);
}

/** What the form of a goods sets. */
export type GoodsValues = Omit<
  DeskGoodsRow,
  'id' | 'stock' | 'sold' | 'isOn' | 'token' | 'version' | 'createdAt'
>;

const day = 86_400_000;
const startOf = (text: string) => new Date(`${text}T00:00:00+08:00`);

/**
 * The terms that a form asks for. A coupon or voucher has a value in fen and days; other kinds have 0 days. Throws 422 at the
 * field that does not fit.
 */
export function valuesOf(input: SaveMallGoodsValues): GoodsValues {
  const { kind, name, summary, description, delivery, pictures } = input;
  const isPaper = kind === 'coupon' || kind === 'voucher';
  const value = parseYuan(input.value);
  if (isPaper) needIssuable(value, input.valid_days);
  const threshold = kind === 'coupon' ? parseYuan(input.threshold) : 0;
  if (kind === 'coupon' && threshold <= value) throw fieldError('threshold', '使用门槛须高于面额');
  const onFrom = startOf(input.on_from);
  const onTo = input.on_to === '' ? null : new Date(startOf(input.on_to).getTime() + day);
  if (onTo !== null && onTo <= onFrom) throw fieldError('on_to', '结束日期不能早于开始日期');
  return {
    ...{ kind, name, summary, description, delivery, pictures, points: input.points, value, threshold },
    money: parseYuan(input.money),
    validDays: isPaper ? input.valid_days : 0,
    wheelId: kind === 'chance' ? (input.wheel_id ?? null) : null,
    limitCount: input.limit_count,
    limitPeriod: input.limit_period,
    buyerTypes: input.buyer_types,
    ...{ onFrom, onTo, sort: input.sort },
  };
}

/** What a change is recorded by. */
export function recorded({ description, pictures, onFrom, onTo, ...rest }: GoodsValues) {
  const { name, kind, points, money, value, threshold, limitCount, limitPeriod, validDays } = rest;
  return {
    ...{ name, points, threshold, validDays, limitCount, limitPeriod },
    ...{ kind: mallKinds[kind], amount: money, worth: value, count: pictures.length },
    text: description,
    from: onFrom.toISOString(),
    until: onTo?.toISOString() ?? '',
  };
}

/** True where a goods has those terms already. */
export function hasValues(row: DeskGoodsRow, values: GoodsValues): boolean {
  const plain = (of: GoodsValues) =>
    JSON.stringify([
      recorded(of),
      of.summary,
      of.description,
      of.delivery,
      of.pictures,
      of.buyerTypes,
      of.wheelId,
      of.sort,
    ]);
  return plain(row) === plain(values);
}

/** A goods as its form shows it. Money in yuan, days in Shanghai time. */
export function deskGoodsWire(row: DeskGoodsRow): DeskMallGoods {
  return {
    id: row.id,
    version: row.version,
    kind: row.kind,
    name: row.name,
    summary: row.summary,
    description: row.description,
    delivery: row.delivery,
    pictures: row.pictures,
    points: row.points,
    money: formatYuan(row.money),
    value: formatYuan(row.value),
    threshold: formatYuan(row.threshold),
    valid_days: row.validDays,
    wheel_id: row.wheelId ?? 0,
    stock: row.stock,
    sold: row.sold,
    limit_count: row.limitCount,
    limit_period: row.limitPeriod,
    buyer_types: row.buyerTypes,
    on_from: dayKey(row.onFrom.getTime()),
    on_to: row.onTo === null ? '' : dayKey(row.onTo.getTime() - 1),
    sort: row.sort,
    is_on: row.isOn ? 1 : 0,
  };
}
