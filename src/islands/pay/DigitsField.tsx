import { Field } from '#islands/ui/Field.tsx';

interface Props {
  label: string;
  name: string;
  defaultValue: string;
  error: string | undefined;
  hint?: string;
  /** `new-password` where it is set; else as a code, which no browser fills with the login's. */
  autoComplete?: 'new-password';
  /** The dialog around it begins here. */
  'data-focus'?: string;
}

/** A box for the six digits of a payment password. */
export function DigitsField(props: Props) {
  return (
    <Field
      type="password"
      inputMode="numeric"
      maxLength={6}
      autoComplete="one-time-code"
      size="big"
      required
      {...props}
    />
  );
}
