import { lazy, Suspense, useState } from 'react';
import type { NextHintInput } from '#lib/contract/activities.ts';

const HintDialog = lazy(async () => ({ default: (await import('./HintDialog.tsx')).HintDialog }));

/** Leads to what fills a gap. */
export function HintButton({ input, label }: { input: NextHintInput; label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="flex-none px-2 h-chip leading-none whitespace-nowrap rounded border border-solid border-promo-ink bg-card text-note text-promo-ink hover:bg-promo-wash"
        aria-haspopup="dialog"
        aria-label={`${label}，去凑单`}
        onClick={() => setOpen(true)}
      >
        去凑单
      </button>
      {isOpen && (
        // The dialog is inside a coloured band; its text has the page's own colour.
        <div className="contents text-body text-ink font-400">
          <Suspense fallback={null}>
            <HintDialog input={input} onClose={() => setOpen(false)} />
          </Suspense>
        </div>
      )}
    </>
  );
}
