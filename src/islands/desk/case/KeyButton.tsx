import { type ComponentProps, useRef } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { useKeys } from './use-keys.ts';

/** A key beside the words of a control; the control itself says it to screen readers. */
export function KeyHint({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="ml-1.5 px-1 rounded border border-solid border-current text-note leading-16px max-md:hidden"
    >
      {children}
    </span>
  );
}

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'ref'> {
  /** A single key, e.g. `a`. */
  keyName: string;
  kind?: Parameters<typeof buttonClass>[0];
  size?: Parameters<typeof buttonClass>[1];
  className?: string;
  busy?: boolean;
}

/** A button that a single key presses too, while nothing is written and no dialog is open. */
export function KeyButton({
  keyName,
  kind = 'primary',
  size = 'small',
  className = '',
  busy = false,
  disabled,
  type = 'button',
  children,
  ...rest
}: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useKeys({ [keyName]: () => button.current?.click() });
  return (
    <button
      {...rest}
      ref={button}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      aria-keyshortcuts={keyName.toUpperCase()}
      className={buttonClass(kind, size, className)}
    >
      {busy && <span className="i-lucide-loader-circle animate-spin" aria-hidden="true" />}
      {children}
      <KeyHint>{keyName.toUpperCase()}</KeyHint>
    </button>
  );
}
