import { type ReactNode, useEffect, useRef, useState } from 'react';

interface Props {
  label: string;
  /** Called when the end is in sight. */
  onEnd: () => void;
  children: ReactNode;
}

/** A box with a long text that scrolls, also by the keyboard; its lower edge says that there is more. */
export function ReadingBox({ label, onEnd, children }: Props) {
  const end = useRef<HTMLParagraphElement>(null);
  const box = useRef<HTMLElement>(null);
  const tell = useRef(onEnd);
  tell.current = onEnd;
  const [hasMore, setMore] = useState(true);

  useEffect(() => {
    if (end.current === null) return;
    const seen = new IntersectionObserver(
      (entries) => {
        const isAtEnd = entries.at(-1)?.isIntersecting === true;
        setMore(!isAtEnd);
        if (isAtEnd) tell.current();
      },
      { root: box.current },
    );
    seen.observe(end.current);
    return () => seen.disconnect();
  }, []);

  return (
    <div className="relative">
      <section
        ref={box}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
        tabIndex={0}
        className="grid gap-6 max-h-60vh overflow-y-auto p-4 pb-10 border border-solid border-line rounded"
      >
        {children}
        <p ref={end} className="text-center text-small text-ink-2">
          正文结束
        </p>
      </section>
      {hasMore && (
        <p
          aria-hidden="true"
          className="absolute inset-x-px bottom-px m-0 py-1 rounded-b border-t border-t-solid border-line bg-card-dim text-center text-note text-ink-2 pointer-events-none"
        >
          还有内容，请向下滚动
        </p>
      )}
    </div>
  );
}
