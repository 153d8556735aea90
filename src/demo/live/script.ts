/** The script of the demo's rooms on air: a round of four minutes that repeats by the clock. */
import type { LiveEventKind } from '#lib/rules/live/timeline.ts';

/** Time on air of a demo room when it is written, ms. */
export const onAirMs = 20 * 60_000;

const second = 1_000;
export const roundMs = 240 * second;

export interface ScriptEvent {
  /** Ms after the beginning. */
  after: number;
  kind: LiveEventKind;
  goodsId?: number;
  couponId?: number;
  questionId?: number;
  text?: string;
}

export interface Cast {
  goods: readonly number[];
  couponId: number | null;
  questions: readonly number[];
}

/** The events of one round; `nth` counts rounds, so that other goods come each time. */
export function roundScript({ goods, couponId, questions }: Cast, nth: number): ScriptEvent[] {
  const pick = (place: number) => goods[(nth * 2 + place) % goods.length];
  const [before, first, next] = [pick(-1 + goods.length), pick(0), pick(1)];
  const [asked] = questions.slice(nth % Math.max(1, questions.length));
  return [
    { after: 0, kind: 'picture', text: 'on' },
    ...(before === undefined ? [] : [{ after: 0, kind: 'unpin', goodsId: before } as const]),
    ...(first === undefined ? [] : [{ after: 1 * second, kind: 'pin', goodsId: first } as const]),
    { after: 5 * second, kind: 'notice', text: '欢迎来到直播间，价格以各自的采购价为准，有问题随时提。' },
    ...(couponId === null ? [] : [{ after: 10 * second, kind: 'drop', couponId } as const]),
    ...(asked === undefined
      ? []
      : [
          { after: 50 * second, kind: 'question', questionId: asked } as const,
          { after: 62 * second, kind: 'answer', questionId: asked } as const,
        ]),
    ...(first === undefined ? [] : [{ after: 120 * second, kind: 'unpin', goodsId: first } as const]),
    ...(next === undefined ? [] : [{ after: 121 * second, kind: 'pin', goodsId: next } as const]),
    { after: 150 * second, kind: 'notice', text: '接下来讲储存和近效期管理。' },
    { after: 210 * second, kind: 'notice', text: '' },
  ];
}

/** Twelve minutes in which four goods follow each other. */
export function replayScript(goods: readonly number[]): ScriptEvent[] {
  const minute = 60 * second;
  const shown = goods.slice(0, 4);
  return [
    { after: 0, kind: 'start' },
    { after: 0, kind: 'picture', text: 'on' },
    ...shown.flatMap((goodsId, nth): ScriptEvent[] => [
      { after: (1 + nth * 2.5) * minute, kind: 'pin', goodsId },
      ...(nth < shown.length - 1
        ? [{ after: (1 + (nth + 1) * 2.5) * minute - second, kind: 'unpin' as const, goodsId }]
        : []),
    ]),
    { after: 12 * minute, kind: 'end' },
  ];
}
