import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { pressedKey } from './pressed-key.ts';

interface Props {
  /** The word on the button; what it belongs to is only read out. */
  text?: string;
  label: string;
  /** Links and buttons, an `<li>` each. */
  children: ReactNode;
}

/** What an item of the menu looks like. */
export const menuItemClass =
  'flex items-center w-full h-control px-4 border-0 bg-transparent text-small text-ink text-left whitespace-nowrap cursor-pointer hover:(bg-primary-wash text-primary) focus-visible:(bg-primary-wash text-primary) disabled:text-ink-3';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Less frequent acts behind a button. The arrows move between them, Esc closes and leads back to the button, and so does
 * whatever leads out of the menu.
 */
export function MoreMenu({ text = '更多', label, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const controls = () => [
    ...(root.current?.querySelectorAll<HTMLElement>('ul :is(a, button:not(:disabled))') ?? []),
  ];

  useEffect(() => {
    if (!isOpen) return;
    const close = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [isOpen]);

  function onKeyDown(event: KeyboardEvent) {
    const key = pressedKey(event);
    if (key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
      button.current?.focus();
      return;
    }
    const step = steps[key];
    if (step === undefined) return;
    event.preventDefault();
    if (!isOpen) return setOpen(true);
    const all = controls();
    const at = all.findIndex((one) => one.matches(':focus'));
    all.at(at < 0 ? (step > 0 ? 0 : -1) : (at + step) % all.length)?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the controls inside
    <div
      ref={root}
      className="relative"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        // Nothing has the focus while a dialog opens, or after a press beside a control.
        if (relatedTarget !== null && !root.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="link inline-flex items-center gap-0.5 h-small p-0 border-0 bg-transparent text-small cursor-pointer"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${text}：${label}`}
        onClick={() => setOpen(!isOpen)}
      >
        {text}
        <span className="i-lucide-chevron-down text-note" aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key that presses an item clicks it */}
      <ul
        id={id}
        hidden={!isOpen}
        className="absolute right-0 top-full z-20 min-w-120px py-1 rounded border border-solid border-line bg-card shadow-float"
        onClick={() => {
          // A dialog that it opens gives the focus back to what is still there.
          button.current?.focus();
          setOpen(false);
        }}
      >
        {children}
      </ul>
    </div>
  );
}
