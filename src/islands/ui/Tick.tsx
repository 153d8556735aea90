import { type ChangeEvent, useEffect } from 'react';
import { useEarly } from './use-early.ts';

interface Props {
  label: string;
  isOn: boolean;
  /** Some, not all: the box shows a dash. */
  isPartial?: boolean;
  isDisabled?: boolean;
  isLabelShown?: boolean;
  /** `withShift`: the Shift key was down, which ticks all from the one ticked before. */
  onChange: (isOn: boolean, withShift: boolean) => void;
}

/** A check box with a large touch area; its label is read out, and shown on request. */
export function Tick({
  label,
  isOn,
  isPartial = false,
  isDisabled = false,
  isLabelShown = false,
  onChange,
}: Props) {
  const box = useEarly<HTMLInputElement>(({ checked }) => onChange(checked, false));
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartial && !isOn;
  }, [box, isPartial, isOn]);
  return (
    <label
      className={`flex items-center h-tool select-none cursor-pointer has-disabled:cursor-not-allowed ${isLabelShown ? 'gap-2' : 'justify-center w-tool -mx-2'}`}
    >
      <input
        ref={box}
        type="checkbox"
        aria-label={isLabelShown ? undefined : label}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked, isShifted(event))}
      />
      {isLabelShown && label}
    </label>
  );
}

/** A box changes by a click, also where a key made it; only the click knows of the Shift key. */
function isShifted({ nativeEvent }: ChangeEvent): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
}
