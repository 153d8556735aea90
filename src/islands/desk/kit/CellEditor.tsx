import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { CellEdit } from './use-edit.ts';

interface Props {
  edit: CellEdit;
  /** The rows around it: the focus goes back to a cell. */
  table: RefObject<HTMLTableSectionElement | null>;
}

/** The box of a cell: Enter saves and goes down, Tab to the side, Esc leaves the value as it was. */
export function CellEditor({ edit, table }: Props) {
  const box = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const errorId = useId();
  const { spot, error, isBusy } = edit;
  const isTyped = spot?.isTyped === true;

  useEffect(() => {
    box.current?.focus();
    if (!(box.current instanceof HTMLInputElement)) return;
    const { length } = box.current.value;
    if (isTyped) box.current.setSelectionRange(length, length);
    else box.current.select();
  }, [isTyped]);

  if (spot === null) return null;
  const { field, at, place, text } = spot;
  const go = (row: number, column: number) =>
    requestAnimationFrame(() =>
      (
        table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`) ??
        table.current?.querySelector<HTMLElement>(`[data-cell="${at}:${place}"]`)
      )?.focus(),
    );

  async function save(row: number, column: number) {
    if (await edit.save(box.current?.value ?? '')) go(row, column);
    else box.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = pressedKey(event);
    event.stopPropagation();
    if (key === 'Enter') save(at + 1, place).catch(react);
    else if (key === 'Tab') save(at, place + (event.shiftKey ? -1 : 1)).catch(react);
    else if (key === 'Escape') {
      edit.cancel();
      go(at, place);
    } else return;
    event.preventDefault();
  }

  const shared = {
    ref: box,
    'aria-label': field.label,
    'aria-invalid': error !== '' || undefined,
    'aria-describedby': error === '' ? undefined : errorId,
    defaultValue: text,
    'aria-busy': isBusy || undefined,
    onKeyDown,
    // Leaving the box saves it, as in a spreadsheet; a refused value stays open.
    onBlur: () => {
      if (!isBusy && error === '') edit.save(box.current?.value ?? '').catch(react);
    },
  } as const;
  const choices =
    field.kind === 'yes' ? ['是', '否'] : field.kind === 'choice' ? Object.values(field.choices) : null;
  return (
    <span className="relative block">
      {choices === null ? (
        <input
          {...shared}
          readOnly={isBusy}
          className="input px-1 h-tool w-full min-w-20 num"
          maxLength={100}
        />
      ) : (
        <select {...shared} className="input px-1 h-tool w-full">
          {choices.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
      {error !== '' && (
        <span
          id={errorId}
          role="alert"
          className="absolute left-0 top-full z-2 w-max max-w-60 px-2 py-1 rounded bg-card border border-line text-note text-price whitespace-normal text-left"
        >
          {error}
        </span>
      )}
    </span>
  );
}
