import type { SelectHTMLAttributes } from 'react';

export interface SelectOption {
  value: string;
  text: string;
}

interface BoxOptions {
  options: readonly SelectOption[];
  /** Shown while nothing is chosen; it cannot be chosen. */
  placeholder?: string;
}

/** A choice of one among few, on the platform's own list; it is named with `aria-label`, or by the label of its `id`. */
export function SelectBox({
  options,
  placeholder,
  className = 'input px-2',
  ...select
}: SelectHTMLAttributes<HTMLSelectElement> & BoxOptions) {
  return (
    <select {...select} className={className}>
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
  );
}
