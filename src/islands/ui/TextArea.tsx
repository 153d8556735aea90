import { type TextareaHTMLAttributes, useState } from 'react';
import { FieldShell, type FieldShellProps } from './FieldShell.tsx';

interface Props
  extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id' | 'required' | 'value'>,
    FieldShellProps {
  /** Shows how many characters of `maxLength` are used. */
  counts?: boolean;
}

/** A labelled text of several lines that keeps its own text. */
export function TextArea({ label, error, hint, required, counts = false, onInput, ...area }: Props) {
  const [length, setLength] = useState(String(area.defaultValue ?? '').length);
  const note = counts ? (
    <span className="block text-right num">
      {length}/{area.maxLength}
    </span>
  ) : (
    hint
  );
  return (
    <FieldShell label={label} error={error} hint={note} required={required}>
      {(box) => (
        <textarea
          {...area}
          {...box}
          className="input h-96px py-2 resize-y"
          onInput={(event) => {
            setLength(event.currentTarget.value.length);
            onInput?.(event);
          }}
        />
      )}
    </FieldShell>
  );
}
