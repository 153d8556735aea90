/**
 * What a merchant changes about its own items at the desk (rules 18): the fields with their bounds, which values go
 * together, and which changes of a price want a second person.
 */
import type { CellFields, CellValue } from '../changes/cells.ts';
import { watchedDays, watchedMove } from '../changes/watched.ts';
import { type Fen, showYuan } from '../money/money.ts';

/** The highest price of a piece, fen. */
const highestPrice: Fen = 99_999_999;
const mostPieces = 999_999;

const price = (label: string) =>
  ({ kind: 'money', label, min: 1, max: highestPrice, isNeeded: true }) as const;
const cap = (label: string) => ({ kind: 'whole', label, min: 0, max: mostPieces, isNeeded: true }) as const;

export const ownGoodsFields = {
  price: price('原价'),
  memberPrice: price('会员价'),
  minQuantity: { kind: 'whole', label: '起订量', min: 1, max: mostPieces, isNeeded: true },
  limitQuantity: cap('每单限购'),
  dayLimit: cap('每日限购'),
  weekLimit: cap('每周限购'),
  withCoupon: { kind: 'yes', label: '可用优惠券', isNeeded: true },
  isOnShelf: { kind: 'yes', label: '上架', isNeeded: true },
} as const satisfies CellFields<string>;

export type OwnGoodsField = keyof typeof ownGoodsFields;
export type OwnGoodsValues = Readonly<Record<OwnGoodsField, CellValue>>;

/** Facts of an item that its changeable values depend on. */
export interface OwnGoodsFacts {
  packStep: number;
  /** Prices from a number of pieces on. A rank's price above the member price has no effect, and needs no check. */
  ladder: readonly { number: number; price: Fen }[];
  /** Prices at the beginning of the window of watched changes; one that has not changed in it is left out. */
  starts: Readonly<Partial<Record<WatchedField, Fen>>>;
}

/** Fields whose large moves want a second person. */
export const watchedFields = ['memberPrice', 'price'] as const;
export type WatchedField = (typeof watchedFields)[number];

const number = (value: CellValue) => (typeof value === 'number' ? value : 0);

/** Why these values do not go together; null where they do. A cap of 0 is none. */
export function ownGoodsFault(values: OwnGoodsValues, facts: OwnGoodsFacts): string | null {
  const memberPrice = number(values.memberPrice);
  if (memberPrice > number(values.price))
    return `会员价¥${showYuan(memberPrice)}高于原价¥${showYuan(number(values.price))}`;
  const tier = facts.ladder.find((own) => own.price > memberPrice);
  if (tier !== undefined)
    return `会员价¥${showYuan(memberPrice)}低于满${tier.number}件的阶梯价¥${showYuan(tier.price)}，买得多反而更贵`;
  const least = number(values.minQuantity);
  if (least % facts.packStep !== 0) return `起订量须为中包装${facts.packStep}的倍数`;
  for (const field of ['limitQuantity', 'dayLimit', 'weekLimit'] as const) {
    const most = number(values[field]);
    if (most !== 0 && most < least) return `${ownGoodsFields[field].label}${most}小于起订量${least}`;
  }
  return null;
}

/** A price that moves by more than this part waits for a second person. */
export const watchedPart = 0.3;

/** What a second person is to look at; null for a change that one person may make. */
export function ownGoodsAlarm(
  before: OwnGoodsValues,
  after: OwnGoodsValues,
  { starts }: Pick<OwnGoodsFacts, 'starts'>,
): string | null {
  for (const field of watchedFields) {
    const [was, is] = [number(before[field]), number(after[field])];
    const move = watchedMove({ start: starts[field] ?? null, was, is }, watchedPart);
    if (move === null) continue;
    const { percent, isSum } = move;
    const sum = isSum ? `${watchedDays}天内累计` : '';
    return `${ownGoodsFields[field].label}${sum}${percent < 0 ? '下降' : '上涨'}${Math.abs(percent)}%`;
  }
  return null;
}
