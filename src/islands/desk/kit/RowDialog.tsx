import { Dialog } from '#islands/ui/Dialog.tsx';
import type { Column } from '#lib/contract/desk/fields.ts';
import type { AnyRow } from '#lib/contract/desk/list.ts';
import { shownText } from './CellView.tsx';

interface Props {
  title: string;
  columns: Readonly<Record<string, Column>>;
  /** Null while none is open. */
  row: AnyRow | null;
  onClose: () => void;
}

/** A row with all of its values, also of the columns that the table does not show. */
export function RowDialog({ title, columns, row, onClose }: Props) {
  const facts = Object.entries(columns).flatMap(([name, column]) => {
    const text = column.isHidden ? '' : shownText(column, row?.[name] ?? null);
    return text === '' ? [] : [{ name, head: column.head, text }];
  });
  return (
    <Dialog open={row !== null} title={title} width="wide" onClose={onClose}>
      <dl className="m-0 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small [&_dt]:text-ink-2 [&_dd]:(m-0 break-all)">
        {facts.map(({ name, head, text }) => (
          <div key={name} className="contents">
            <dt>{head}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
