import { type ReactNode, useId } from 'react';

interface Props {
  legend: ReactNode;
  /** The sentence under the boxes when their value was refused. */
  error?: string | undefined;
  /** Content between the legend and the boxes. */
  hint?: ReactNode;
  required?: boolean;
  children: ReactNode;
}

/** Boxes of one question, with its text above and its error below. */
export function FieldGroup({ legend, error, hint, required, children }: Props) {
  const noteId = useId();
  return (
    <fieldset className="field" aria-describedby={error ? noteId : undefined}>
      <legend className="mb-1.5 text-small text-ink-2">
        {legend}
        {required && (
          <span className="text-price" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </legend>
      {hint && <p className="text-small text-ink-2">{hint}</p>}
      {children}
      {error && (
        <p id={noteId} role="alert" className="text-note text-price">
          {error}
        </p>
      )}
    </fieldset>
  );
}
