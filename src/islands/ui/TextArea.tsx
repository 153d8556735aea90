import { type Ref, type TextareaHTMLAttributes, useState } from 'react';
import { FieldShell, type FieldShellProps } from './FieldShell.tsx';

interface Props
  extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id' | 'required'>,
    FieldShellProps {
  ref?: Ref<HTMLTextAreaElement>;
  /** Shows how many characters of `maxLength` are used. */
  counts?: boolean;
}

/** A labelled text of several lines; without `value` it is uncontrolled. `rows` is its height in lines. */
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
          className={`input py-2 resize-y ${area.rows === undefined ? 'h-96px' : 'h-auto leading-24px'}`}
          onInput={(event) => {
            setLength(event.currentTarget.value.length);
            onInput?.(event);
          }}
        />
      )}
    </FieldShell>
  );
}
