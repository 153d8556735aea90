import type { InputHTMLAttributes } from 'react';
import { useEarly } from './use-early.ts';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'checked'> {
  type: 'checkbox' | 'radio';
  checked: boolean;
  onPick: (isOn: boolean) => void;
}

/** A check box or radio button; one that was ticked before the page came to life counts. */
export function Check({ onPick, ...input }: Props) {
  const box = useEarly<HTMLInputElement>(({ checked }) => onPick(checked));
  return <input {...input} ref={box} onChange={(event) => onPick(event.target.checked)} />;
}
