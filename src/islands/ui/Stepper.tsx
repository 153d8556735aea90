import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { pressedKey } from './pressed-key.ts';

interface Props {
  /** Its current number, pending changes included: the owner adjusts it and passes it back. */
  value: number;
  min: number;
  max: number;
  step: number;
  /** The counted item, for screen readers: 「阿莫西林胶囊 数量」. */
  label: string;
  disabled?: boolean;
  /**
   * Every requested change, unrounded and unbounded: pause, steps and caps are the owner's rules. `isTyped`: a further
   * figure may follow.
   */
  onChange: (asked: number, isTyped: boolean) => void;
  /** Enter was pressed in the box with a number in it. */
  onEnter?: () => void;
  /** The focus left the box: a press on the row's own button takes it first. */
  onLeave?: () => void;
  /** `small` is 28 px high for tables. */
  size?: 'normal' | 'small';
}

const button =
  'grid place-items-center border-0 bg-card-dim text-ink-2 p-0 enabled:hover:(bg-primary-wash text-primary) disabled:(text-line-strong cursor-not-allowed)';

/** A quantity box with − and +; arrow keys count too. It knows no rule of its own. */
export function Stepper({
  value,
  min,
  max,
  step,
  label,
  disabled = false,
  onChange,
  onEnter,
  onLeave,
  size = 'normal',
}: Props) {
  // Text that is no number yet (an empty box) stays the buyer's until they leave.
  const [draft, setDraft] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);

  // Input made before hydration counts too: React keeps the text, and reports nothing.
  useEffect(() => {
    const text = box.current?.value ?? '';
    if (text !== String(value)) type(text);
  }, []);

  function type(text: string) {
    const digits = text.normalize('NFKC').trim();
    if (/^\d{1,9}$/.test(digits)) {
      setDraft(null);
      onChange(Number(digits), true);
    } else setDraft(digits.replace(/\D/g, ''));
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = pressedKey(event);
    if (key === 'ArrowUp') onChange(value + step, false);
    else if (key === 'ArrowDown') onChange(value - step, false);
    else if (key !== 'Enter') return;
    // A box without a number orders nothing: it shows its last one again.
    else if (draft === null) onEnter?.();
    else setDraft(null);
    event.preventDefault();
  }

  return (
    <fieldset
      aria-label={label}
      disabled={disabled}
      className={`grid grid-cols-[28px_minmax(32px,1fr)_28px] min-w-96px border border-solid border-line-strong rounded overflow-hidden focus-within:border-primary ${size === 'small' ? 'h-small' : 'h-tool'}`}
    >
      <button
        type="button"
        className={button}
        aria-label="减少"
        disabled={disabled || value <= min}
        onClick={() => onChange(value - step, false)}
      >
        <span className="i-lucide-minus text-body" aria-hidden="true" />
      </button>
      <input
        ref={box}
        className="w-full min-w-0 p-0 border-0 border-x border-x-solid border-line bg-card text-center num disabled:text-ink-3 focus:outline-none"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${label}，${min}到${max}`}
        value={draft ?? value}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          setDraft(null);
          onLeave?.();
        }}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className={button}
        aria-label="增加"
        disabled={disabled || value >= max}
        onClick={() => onChange(value + step, false)}
      >
        <span className="i-lucide-plus text-body" aria-hidden="true" />
      </button>
    </fieldset>
  );
}
