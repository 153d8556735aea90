import { useEffect } from 'react';
import { useEarly } from '#islands/ui/use-early.ts';

interface Props {
  label: string;
  isOn: boolean;
  /** Some, not all: the box shows a dash. */
  isPartial?: boolean;
  isDisabled?: boolean;
  isLabelShown?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A check box that is easy to hit with a thumb; its label is read out, and shown where asked for. */
export function Tick({
  label,
  isOn,
  isPartial = false,
  isDisabled = false,
  isLabelShown = false,
  onChange,
}: Props) {
  const box = useEarly<HTMLInputElement>(({ checked }) => onChange(checked));
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartial && !isOn;
  }, [box, isPartial, isOn]);
  return (
    <label
      className={`flex items-center h-32px cursor-pointer has-disabled:cursor-not-allowed ${isLabelShown ? 'gap-2' : 'justify-center w-32px -mx-2'}`}
    >
      <input
        ref={box}
        type="checkbox"
        aria-label={isLabelShown ? undefined : label}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {isLabelShown && label}
    </label>
  );
}
