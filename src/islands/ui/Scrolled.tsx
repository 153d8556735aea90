import type { ReactNode } from 'react';

interface Props {
  label: string;
  children: ReactNode;
}

/** What is wider than a phone and holds nothing to press: the keyboard reaches it to push it sideways. */
export function Scrolled({ label, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by the keyboard
    <section className="overflow-x-auto" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
