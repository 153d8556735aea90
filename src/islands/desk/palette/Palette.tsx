import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import type { DeskPage } from '#lib/client/stores/desk/palette.ts';
import { PaletteBox } from './PaletteBox.tsx';

interface Props {
  /** The pages that this person may open. */
  pages: readonly DeskPage[];
}

/** Ctrl+K at the desks: from anywhere to a page, or to what a number or a name leads to. */
export function Palette({ pages }: Props) {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
      if (pressedKey(event).toLowerCase() !== 'k') return;
      event.preventDefault();
      // Over an open dialog a second one would hide what was typed there.
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <button
        type="button"
        className="inline-flex items-center gap-1.5 h-touch px-2 border-0 bg-transparent text-night-text hover:text-white"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <span className="i-lucide-search" aria-hidden="true" />
        <span className="max-md:sr-only">查找</span>
        <span className="max-lg:hidden text-note" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      {/* Outside of the head, whose colours are for a dark ground. */}
      {isOpen &&
        createPortal(
          <Dialog title="查找" width="activity" open onClose={() => setOpen(false)}>
            <PaletteBox pages={pages} />
          </Dialog>,
          document.body,
        )}
    </>
  );
}
