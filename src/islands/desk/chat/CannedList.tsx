import type { Canned } from '#lib/client/stores/desk/chat.ts';

interface Props {
  id: string;
  list: readonly Canned[];
  marked: number;
  onPick: (row: Canned) => void;
}

/** The answers that fit what was typed behind the slash, over the box; the box keeps the focus. */
export function CannedList({ id, list, marked, onPick }: Props) {
  return (
    <div className="absolute inset-x-0 bottom-full z-10 mb-1 rounded border border-solid border-line bg-card shadow-float">
      {list.length === 0 ? (
        <p role="status" className="m-0 px-3 py-2 text-small text-ink-2">
          没有这个快捷回复
        </p>
      ) : (
        <div id={id} role="listbox" aria-label="快捷回复" className="max-h-240px overflow-y-auto">
          {list.map((row, nth) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box answers the keys for its options
            // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the active option
            <div
              key={row.id}
              id={`${id}-${nth}`}
              role="option"
              aria-selected={nth === marked}
              className={`grid grid-cols-[auto_minmax(0,1fr)] gap-2 px-3 py-1.5 text-small cursor-pointer ${nth === marked ? 'bg-primary-wash' : 'hover:bg-card-dim'}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(row)}
            >
              <b className="font-600">/{row.shortcut}</b>
              <span className="truncate text-ink-2">{row.text}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
