import type { ReactNode } from 'react';

interface Props {
  label: string;
  children: ReactNode;
}

/** Content wider than a phone without controls: focusable, so that the keyboard can scroll it. */
export function Scrolled({ label, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by the keyboard
    <section className="overflow-x-auto" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
