/** Points and cards for a missed day that the platform gives to a company: requested by one person, approved by another. */
import { z } from 'zod';
import { giftKindKeys, giftKinds } from '#lib/rules/points/gifts.ts';
import { id, text, typed, whole } from '../fields.ts';

export const giftInput = z.object({
  id: id('企业编号'),
  kind: z.enum(giftKindKeys, { error: '请选择赠送积分或补签卡' }),
  count: typed(whole('数量', 1, giftKinds.points.most)),
  /** Whom a card is for; empty for points. */
  user_id: text('同事', { max: 64 }).default(''),
  /** The company reads it. */
  reason: text('赠送原因', { min: 2, max: 100 }),
});
export type GiftInput = z.input<typeof giftInput>;
export type GiftValues = z.output<typeof giftInput>;
