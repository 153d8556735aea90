import { useEffect, useRef, useState } from 'react';
import { Stepper } from '#islands/ui/Stepper.tsx';
import { nextPack } from '#lib/client/stores/shell/next-pack.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { packText, type QuantityBounds, settleBox } from '#lib/rules/terms/quantity.ts';
import { pauseOf } from './number-pause.ts';

interface Props {
  value: number;
  bounds: QuantityBounds;
  unit: string;
  label: string;
  onNumber: (number: number) => void;
}

/** The quantity box of a row that is added later: what was asked shows at once and counts after a pause (rules 12). */
export function PackBox({ value, bounds, unit, label, onNumber }: Props) {
  const [asked, setAsked] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function apply(wanted: number) {
    clearTimeout(timer.current);
    setAsked(null);
    const settled = settleBox(wanted, bounds);
    onNumber(settled.value);
    if (settled.isRounded)
      showToast('info', packText(wanted, settled.value, bounds, unit), nextPack(settled.next, unit, apply));
    else if (settled.message && wanted > bounds.max) showToast('warning', settled.message);
  }

  function ask(wanted: number, isTyped: boolean) {
    setAsked(wanted);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(wanted), pauseOf(wanted, bounds, isTyped));
  }

  const applyNow = () => {
    if (asked !== null) apply(asked);
  };

  return (
    <Stepper
      value={asked ?? value}
      min={bounds.min}
      max={bounds.max}
      step={bounds.step}
      size="small"
      disabled={bounds.disabled}
      label={label}
      onChange={ask}
      onEnter={applyNow}
      onLeave={applyNow}
    />
  );
}
