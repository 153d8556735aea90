import type { ScreenEvent } from '#lib/rules/live/screen.ts';
import { isLiveEventKind } from '#lib/rules/live/timeline.ts';
import type { LiveEventWire } from './schema.ts';

/** An event of the timeline for the rules of the screen; null for a kind of another version. */
export function findScreenEvent(one: LiveEventWire): ScreenEvent | null {
  const { id, kind, at, text, name } = one;
  if (!isLiveEventKind(kind)) return null;
  return {
    ...{ id, kind, at, text, name },
    goodsId: one.goods_id || null,
    couponId: one.coupon_id || null,
    questionId: one.question_id || null,
  };
}
