import { useEffect, useRef, useState } from 'react';
import { pauseOf } from '#islands/buy/number-pause.ts';
import { Stepper } from '#islands/ui/Stepper.tsx';
import { $cartResting, changeNumber } from '#lib/client/stores/cart/cart.ts';
import { type QuantityBounds, roundUpTo } from '#lib/rules/terms/quantity.ts';

interface Props {
  id: number;
  label: string;
  number: number;
  bounds: QuantityBounds;
  isDisabled: boolean;
  size?: 'normal' | 'small';
}

/** The quantity spinner of a line: what was asked shows at once, and counts after a pause (rules 12). */
export function LineNumber({ id, label, number, bounds, isDisabled, size = 'normal' }: Props) {
  const [asked, setAsked] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isResting = useRef(false);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      rest(isResting, false);
    },
    [],
  );

  function apply(value: number) {
    clearTimeout(timer.current);
    timer.current = undefined;
    setAsked(null);
    void changeNumber(id, value).finally(() => {
      // A change made meanwhile is still pending.
      if (timer.current === undefined) rest(isResting, false);
    });
  }

  function ask(value: number, isTyped: boolean) {
    setAsked(value);
    clearTimeout(timer.current);
    rest(isResting, true);
    timer.current = setTimeout(() => apply(value), pauseOf(value, bounds, isTyped));
  }

  const applyNow = () => {
    if (asked !== null) apply(asked);
  };

  return (
    <Stepper
      value={asked ?? number}
      min={roundUpTo(bounds.min, bounds.step)}
      max={bounds.max}
      step={bounds.step}
      label={label}
      disabled={isDisabled || bounds.disabled}
      size={size}
      onChange={ask}
      onEnter={applyNow}
      onLeave={applyNow}
    />
  );
}

/** Counts a spinner that rests, once. */
function rest(mark: { current: boolean }, isOn: boolean): void {
  if (mark.current === isOn) return;
  mark.current = isOn;
  $cartResting.set($cartResting.get() + (isOn ? 1 : -1));
}
