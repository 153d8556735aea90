import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** Widths of a dialog's panel; the quantity-limit dialog takes 30%, an activity's goods 538 px (rules 17). */
const widths = {
  normal: 'w-[min(420px,calc(100vw-32px))]',
  third: 'w-[max(30%,min(320px,calc(100vw-32px)))]',
  activity: 'w-[min(538px,calc(100vw-32px))]',
  wide: 'w-[min(760px,calc(100vw-32px))]',
} as const;

export type DialogWidth = keyof typeof widths;

interface Props {
  title: string;
  open: boolean;
  /** Called by Esc, the cross and a click outside of the panel. */
  onClose: () => void;
  width?: DialogWidth;
  children: ReactNode;
  /** Focus starts at the first field of its form, unless another has `data-focus`. */
  isForm?: boolean;
  /** As high as it may become from the beginning: what is loaded later moves nothing. */
  isTall?: boolean;
  /** The row of buttons at the bottom. */
  footer?: ReactNode;
}

/** A modal panel on the platform's `<dialog>`: focus stays inside and returns to where it came from. */
export function Dialog({
  title,
  open,
  onClose,
  width = 'normal',
  isForm = false,
  isTall = false,
  children,
  footer,
}: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Before the panel leaves the document, also with its parent: only a dialog that is closed gives the focus back.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog || !open) return;
    dialog.showModal();
    // The platform begins at the first control, which is the cross; Enter is meant for what was asked.
    const first = dialog.querySelector<HTMLElement>('[data-focus]') ?? (isForm ? firstField(dialog) : null);
    first?.focus();
    return () => dialog.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does what a click beside the panel does
    <dialog
      ref={element}
      aria-labelledby={titleId}
      className={`${widths[width]} max-h-[calc(100dvh-48px)] m-auto rounded-panel bg-card shadow-float overflow-hidden`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      {open && (
        <div
          className={`flex flex-col ${isTall ? 'h-[min(720px,calc(100dvh-48px))]' : 'max-h-[calc(100dvh-48px)]'}`}
        >
          <header className="flex flex-none items-center gap-3 pl-5 pr-2 py-1.5 min-h-head border-b border-b-solid border-line">
            <h2 id={titleId} className="flex-1 text-title">
              {title}
            </h2>
            <button type="button" className="icon-button" aria-label="关闭" onClick={onClose}>
              <span className="i-lucide-x text-head" aria-hidden="true" />
            </button>
          </header>
          <div className={`p-5 overflow-auto ${isTall ? 'flex-1' : ''}`}>{children}</div>
          {footer && (
            <footer
              className={`flex justify-end gap-3 px-5 ${isTall ? 'py-3 border-t border-t-solid border-line' : 'pb-5'}`}
            >
              {footer}
            </footer>
          )}
        </div>
      )}
    </dialog>
  );
}

function firstField(dialog: HTMLElement): HTMLElement | null {
  return dialog.querySelector('form :is(input:not([hidden], [type=hidden], [readonly]), textarea, select)');
}
