import { useEffect, useRef, useState } from 'react';
import { serverNow } from '#lib/client/clock.ts';
import { ask } from '#lib/client/stores/dialogs.ts';
import { showToast } from '#lib/client/stores/toasts.ts';
import { quantityDelay } from '#lib/contract/constants.ts';
import { path } from '#lib/contract/routes.ts';
import { quantityBounds, roundUpTo } from '#lib/rules/quantity.ts';
import type { OverLimit } from '#lib/rules/quote-shape.ts';
import type { GoodsTerms, LineKind } from '#lib/rules/terms.ts';
import { type SettledChange, settleChange } from './quantity-change.ts';

export interface Quantity {
  /** What the box shows, changes that wait for their pause included. */
  value: number;
  bounds: ReturnType<typeof quantityBounds>;
  change: (asked: number) => void;
  /**
   * Applies a waiting change and answers what holds: at once, or later where the buyer is asked first; null when they
   * drew back.
   */
  settle: () => number | Promise<number | null>;
}

/** A quantity that follows the rules of specification 5, with the pause of 200 ms before a change applies. */
export function useQuantity(terms: GoodsTerms, kind: LineKind = 'normal'): Quantity {
  const bounds = quantityBounds(terms, kind);
  const [value, setValue] = useState(bounds.disabled ? 0 : roundUpTo(bounds.min, bounds.step));
  const settled = useRef(value);
  const waiting = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isAgreed = useRef(false);

  useEffect(() => () => clearTimeout(timer.current), []);

  function hold(next: number): void {
    settled.current = next;
    setValue(next);
  }

  function settle(): number | Promise<number | null> {
    clearTimeout(timer.current);
    const asked = waiting.current;
    waiting.current = null;
    if (asked === null) return settled.current;
    const change = settleChange(asked, settled.current, terms, isAgreed.current, serverNow(), kind);
    if (change.message) showToast('warning', change.message);
    if (change.question !== null) return askFirst(change, change.question);
    hold(change.value);
    return change.value;
  }

  async function askFirst(change: SettledChange, question: OverLimit): Promise<number | null> {
    const before = settled.current;
    setValue(change.value);
    const isWanted = await ask({
      title: '温馨提示',
      text: question.text,
      confirm: '确定',
      cancel: '取消',
      width: 'third',
    });
    if (!isWanted) {
      hold(change.otherwise);
      return change.otherwise === before ? before : null;
    }
    isAgreed.current = true;
    hold(change.value);
    // The other variant: another activity may be had on the goods' own page (specification 5).
    if (question.variant === 'other_activity') openDetail(terms.id);
    return change.value;
  }

  function change(asked: number): void {
    if (bounds.disabled) return;
    waiting.current = asked;
    setValue(Math.max(0, Math.min(asked, 999_999)));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void settle(), quantityDelay);
  }

  return { value, bounds, change, settle };
}

function openDetail(id: number): void {
  const page = path('/list/info/[id]', { id });
  if (location.pathname !== page) location.assign(page);
}
