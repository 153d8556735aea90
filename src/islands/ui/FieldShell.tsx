import { type ReactNode, useId } from 'react';

export interface FieldShellProps {
  label: string;
  /** The sentence under the box when its value was refused. */
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
}

/** Attributes that connect the box with its label and its note. */
export interface BoxProps {
  id: string;
  required: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label above, note or error below, the box between: the same for inputs, text areas and selects. */
export function FieldShell({
  label,
  error,
  hint,
  required,
  children,
}: FieldShellProps & { children: (box: BoxProps) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id} className="text-small text-ink-2">
        {label}
        {required && (
          <span className="text-price" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? noteId : undefined,
      })}
      {note && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={`text-note ${error ? 'text-price' : 'text-ink-3'}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}
