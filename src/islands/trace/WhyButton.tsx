import { lazy, Suspense, useState } from 'react';
import type { WhyProps } from './WhyPanel.tsx';

// The quote and the panel are loaded on demand: cards are many, questions are few.
const WhyPanel = lazy(() => import('./WhyPanel.tsx').then((module) => ({ default: module.WhyPanel })));

/** 为什么是这个价, on a card as an icon, on an item's own page as text. */
export function WhyButton({ isWide, ...wanted }: WhyProps & { isWide: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={
          isWide
            ? 'btn-text h-chip text-note'
            : 'inline-grid place-items-center self-center w-24px h-chip -ml-1 p-0 border-0 bg-transparent text-ink-3 hover:text-info'
        }
        aria-haspopup="dialog"
        aria-label={isWide ? undefined : '为什么是这个价'}
        title={isWide ? undefined : '为什么是这个价'}
        onClick={() => setOpen(true)}
      >
        {isWide ? '为什么是这个价' : <span className="i-lucide-circle-help text-body" aria-hidden="true" />}
      </button>
      {isOpen && (
        <Suspense>
          <WhyPanel {...wanted} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
