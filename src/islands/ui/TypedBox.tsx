import type { InputHTMLAttributes } from 'react';
import { useEarly } from './use-early.ts';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  value: string | number;
  onType: (text: string) => void;
}

/** A box whose text is held by its owner; what was typed before the page came to life counts. */
export function TypedBox({ onType, ...input }: Props) {
  const box = useEarly<HTMLInputElement>(({ value }) => onType(value));
  return <input {...input} ref={box} onChange={(event) => onType(event.target.value)} />;
}
