import { useState } from 'react';
import { react } from '#lib/client/stores/shell/react.ts';

interface Props {
  text: string;
  /** The row, for screen readers. */
  of: string;
  /** There is nothing to do (any more). The button stays, and with it the place of the keyboard. */
  isOff?: boolean;
  /** A rejection is shown; until it settles, a further press does nothing. */
  onPress: () => unknown;
}

/** Something that is done to a row, in a cell of its table. */
export function RowButton({ text, of, isOff = false, onPress }: Props) {
  const [isBusy, setBusy] = useState(false);

  async function press() {
    if (isOff || isBusy) return;
    setBusy(true);
    try {
      await onPress();
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  return (
    <button
      type="button"
      className="link whitespace-nowrap h-tag max-md:h-touch p-0 border-0 bg-transparent cursor-pointer aria-[disabled=true]:(text-ink-3 no-underline cursor-default)"
      aria-label={`${text}：${of}`}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      onClick={() => void press()}
    >
      {text}
    </button>
  );
}
