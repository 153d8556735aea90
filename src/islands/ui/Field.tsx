import type { InputHTMLAttributes, ReactNode } from 'react';
import { FieldShell, type FieldShellProps } from './FieldShell.tsx';

interface Props
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'size' | 'required'>,
    FieldShellProps {
  /** Content inside the box at its end: an eye, a 获取验证码 button. */
  end?: ReactNode;
  size?: 'normal' | 'big';
}

/** A labelled input with its error. Every further attribute goes to the input. */
export function Field({ label, error, hint, end, size = 'normal', required, ...input }: Props) {
  return (
    <FieldShell label={label} error={error} hint={hint} required={required}>
      {(box) => (
        <div className="relative">
          <input
            {...input}
            {...box}
            className={`input ${size === 'big' ? 'h-touch text-lead' : ''} ${end ? 'pr-11' : ''}`}
          />
          {end && <div className="absolute right-1.5 top-0 h-full flex items-center">{end}</div>}
        </div>
      )}
    </FieldShell>
  );
}
