import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'size'> {
  label: string;
  /** The sentence under the box when its value was refused. */
  error?: string | undefined;
  hint?: string | undefined;
  /** What stands inside the box at its end: an eye, a 获取验证码 button. */
  end?: ReactNode;
  size?: 'normal' | 'big';
}

/** A labelled input with its error. Every further attribute goes to the input. */
export function Field({ label, error, hint, end, size = 'normal', required, ...input }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id} className="text-13px text-ink-2">
        {label}
        {required && (
          <span className="text-price" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          className={`input ${size === 'big' ? 'h-44px text-15px' : ''} ${end ? 'pr-11' : ''}`}
        />
        {end && <div className="absolute right-1.5 top-0 h-full flex items-center">{end}</div>}
      </div>
      {note && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={`text-12px ${error ? 'text-price' : 'text-ink-3'}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}
