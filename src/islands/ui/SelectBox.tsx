import { type SelectHTMLAttributes, useId } from 'react';
import { useEarlyChoice } from './use-early.ts';

export interface SelectOption {
  value: string;
  text: string;
}

interface Props extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'aria-label'> {
  /** Its name, shown before the box or only read out. */
  label: string;
  hidesLabel?: boolean;
  options: readonly SelectOption[];
  /** Shown while nothing is chosen; it cannot be chosen. */
  placeholder?: string;
}

/** A labelled choice of one among few, on the platform's own list; one that was made before the page came to life counts. */
export function SelectBox({
  label,
  hidesLabel = false,
  options,
  placeholder,
  className = 'input px-2',
  ...select
}: Props) {
  const id = useId();
  const box = useEarlyChoice();
  return (
    <>
      <label htmlFor={id} className={hidesLabel ? 'sr-only' : 'text-ink-2 whitespace-nowrap'}>
        {label}
      </label>
      <select {...select} ref={box} id={id} className={className}>
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </>
  );
}
