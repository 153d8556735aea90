import { useEffect, useRef, useState } from 'react';
import { serverNow } from '#lib/client/clock.ts';
import { type Answer, choose } from '#lib/client/stores/shell/dialogs.ts';
import { nextPack } from '#lib/client/stores/shell/next-pack.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { quantityDelay } from '#lib/contract/constants.ts';
import { path } from '#lib/contract/routes.ts';
import type { LineKind } from '#lib/rules/terms/asked.ts';
import { quantityBounds, roundUpTo } from '#lib/rules/terms/quantity.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { pauseOf } from './number-pause.ts';
import { type SettledChange, settleAdd, settleChange } from './quantity-change.ts';

export interface Quantity {
  /** The displayed number, including changes that are not applied yet. */
  value: number;
  /** The buyer has changed it on this page. */
  isTouched: boolean;
  bounds: ReturnType<typeof quantityBounds>;
  change: (asked: number, isTyped?: boolean) => void;
  /** The box was left: what was typed counts. */
  leave: () => void;
  /**
   * Applies a pending change and returns the number: at once, or later where the buyer is asked first; null when they
   * cancelled.
   */
  settle: () => number | Promise<number | null>;
  /** The same for a press that adds it to what is in the cart: together they may go beyond a promo's limit. */
  settleAdd: (inCart: () => number) => number | Promise<number | null>;
}

/** A quantity that follows rules 13, with the pause before a change applies (rules 12). */
export function useQuantity(terms: GoodsTerms, kind: LineKind = 'normal'): Quantity {
  const bounds = quantityBounds(terms, kind);
  const [value, setValue] = useState(bounds.disabled ? 0 : roundUpTo(bounds.min, bounds.step));
  const [isTouched, setTouched] = useState(false);
  const settled = useRef(value);
  const waiting = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isAgreed = useRef(false);
  const asking = useRef<Promise<Answer> | null>(null);

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
    if (change.message) showToast('warning', change.message, nextPack(change.next, terms.unit, takeNow));
    if (change.question !== null) return askFirst(change);
    hold(change.value);
    return change.value;
  }

  /** The next pack up, by the button of the message. */
  function takeNow(number: number): void {
    waiting.current = number;
    void settle();
  }

  async function askFirst(change: SettledChange): Promise<number | null> {
    const before = settled.current;
    setValue(change.value);
    const answer = await agree(change);
    const number = answer === 'yes' ? change.value : answer === 'other' ? change.within : before;
    hold(number);
    return answer === 'no' ? null : number;
  }

  function settleForCart(inCart: () => number): number | Promise<number | null> {
    const addOf = (wanted: number) =>
      settleAdd(wanted, terms.promo ? inCart() : 0, terms, isAgreed.current, serverNow());
    const number = settle();
    // A buyer who has just answered is not asked again; after a cancel nothing is added that would need the question.
    if (typeof number !== 'number')
      return number.then((held) => (held && addOf(held).question ? null : held));
    const settling = addOf(number);
    const { within } = settling;
    if (settling.question === null) return number;
    // Presses while the question is open share a yes; the pieces within the limit are added once.
    const isFirst = asking.current === null;
    return agree(settling).then((answer) => {
      if (answer === 'other' && isFirst) {
        hold(within);
        return within;
      }
      return answer === 'yes' ? number : null;
    });
  }

  /** Asks once: clicks while the question is open share its answer, and a yes applies to later ones. */
  function agree({
    question,
    isElsewhere,
  }: Pick<SettledChange, 'question' | 'isElsewhere'>): Promise<Answer> {
    asking.current ??= choose({
      title: '温馨提示',
      ...(question ?? { text: '', confirm: '确定', cancel: '取消' }),
      width: 'third',
    }).then((answer) => {
      const isWanted = answer === 'yes';
      asking.current = null;
      isAgreed.current ||= isWanted;
      // The other variant: another activity may be had on the goods' own page (rules 13).
      if (isWanted && isElsewhere) openDetail(terms.id);
      return answer;
    });
    return asking.current;
  }

  function change(asked: number, isTyped = false): void {
    if (bounds.disabled) return;
    waiting.current = asked;
    setTouched(true);
    setValue(Math.max(0, Math.min(asked, 999_999)));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void settle(), pauseOf(asked, bounds, isTyped));
  }

  /** A press on 加入购物车 leaves the box too, and asks by itself: only what was typed in part is settled here. */
  function leave(): void {
    const asked = waiting.current;
    if (asked !== null && pauseOf(asked, bounds, true) > quantityDelay) void settle();
  }

  return { value, isTouched, bounds, change, leave, settle, settleAdd: settleForCart };
}

function openDetail(id: number): void {
  const page = path('/list/info/[id]', { id });
  if (location.pathname !== page) location.assign(page);
}
