import type { ButtonHTMLAttributes, ReactNode } from 'react';

const kinds = {
  primary: 'btn',
  ghost: 'btn-ghost',
  plain: 'btn-plain',
  danger: 'btn-danger',
  text: 'btn-text',
} as const;

const sizes = { small: 'btn-small', normal: '', big: 'btn-big' } as const;

export type ButtonKind = keyof typeof kinds;
export type ButtonSize = keyof typeof sizes;

/** The classes of a button, for links that look like one. */
export function buttonClass(kind: ButtonKind = 'primary', size: ButtonSize = 'normal', more = ''): string {
  return [kinds[kind], sizes[size], more].filter(Boolean).join(' ');
}

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** Further classes, e.g. a width. */
  className?: string;
  /** While its work runs the button turns and takes no click; its width stays. */
  busy?: boolean;
  children: ReactNode;
}

/** A button that does something here; what leads elsewhere is a link with `buttonClass()`. */
export function Button({
  kind,
  size,
  className,
  busy = false,
  disabled,
  type = 'button',
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(kind, size, className)}
    >
      {busy && <span className="i-lucide-loader-circle animate-spin" aria-hidden="true" />}
      {children}
    </button>
  );
}
