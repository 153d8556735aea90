import type { ReactNode } from 'react';
import { Tick } from '#islands/ui/Tick.tsx';
import type { Column } from '#lib/contract/desk/fields.ts';
import type { AnyRow } from '#lib/contract/desk/list.ts';
import { CellView, isFigures, shownText } from './CellView.tsx';
import { gridRoles } from './grid-roles.ts';
import type { GridKeys } from './use-grid-keys.ts';

interface Props {
  row: AnyRow;
  /** Place among the rows, from 0. */
  at: number;
  name: string;
  columns: readonly (readonly [name: string, column: Column])[];
  keys: GridKeys;
  cellOf: (name: string) => ReactNode;
  /** Buttons of the acts; undefined for a list without any. */
  acts: ReactNode;
  /** Disabled where nothing can be done to the row. */
  tick:
    | { isOn: boolean; isDisabled: boolean; onChange: (isOn: boolean, withShift: boolean) => void }
    | undefined;
  onOpen: (() => void) | undefined;
  /** The box of the cell that is being changed. */
  editorOf: (name: string) => ReactNode;
  /** Opens the box of a cell; false where it is not changed in its place. */
  onEdit: ((place: number) => boolean) | undefined;
  canEdit: (name: string) => boolean;
}

const cell =
  'md:(h-small px-2 py-0.5 border-b border-b-solid border-line) focus-visible:(outline-2 outline-primary -outline-offset-2) data-[chosen]:bg-primary-wash';
const folded = 'max-md:(flex gap-3 justify-between items-baseline py-0.5 text-right)';

/** A row of a grid, its first cell frozen; in a narrow window a card of labelled lines under its title. */
export function GridRow({
  row,
  at,
  name,
  columns,
  keys,
  cellOf,
  acts,
  tick,
  onOpen,
  editorOf,
  onEdit,
  canEdit,
}: Props) {
  return (
    <tr
      {...gridRoles.row}
      aria-selected={tick && !tick.isDisabled ? tick.isOn : undefined}
      className={`group hover:bg-card-dim max-md:(relative flex flex-col px-3 py-2.5 border-b border-b-solid border-line) ${tick?.isOn ? 'bg-primary-wash' : ''} ${tick ? 'max-md:pl-12' : ''}`}
      onDoubleClick={onOpen}
    >
      {columns.map(([key, column], place) => {
        const text = shownText(column, row[key] ?? null);
        const editor = editorOf(key);
        const content = cellOf(key) ?? <CellView column={column} name={key} row={row} />;
        const own = keys.cell(at, place);
        return place === 0 ? (
          <th
            key={key}
            {...gridRoles.title}
            scope="row"
            {...own}
            className={`${cell} text-left font-600 md:(sticky left-0 z-1 bg-card) group-hover:bg-card-dim max-md:(block mb-1 text-body)`}
          >
            <span className="flex items-center gap-1 [&>label]:(md:-my-1 max-md:absolute max-md:left-2 max-md:top-1)">
              {tick && <Tick label={`选中${name}`} {...tick} />}
              <span className={`md:(max-w-60 truncate) ${column.isLong ? 'md:w-60' : ''}`} title={text}>
                {content}
              </span>
            </span>
          </th>
        ) : (
          <td
            key={key}
            {...gridRoles.cell}
            {...own}
            // A second click on a cell opens its box; a finger needs one.
            onDoubleClick={(event) => onEdit?.(place) && event.stopPropagation()}
            onPointerUp={(event) => event.pointerType === 'touch' && onEdit?.(place)}
            className={`${canEdit(key) ? 'cursor-text md:hover:(outline outline-1 outline-line -outline-offset-1)' : ''} ${cell} ${text === '' && cellOf(key) === undefined ? 'max-md:hidden' : folded} ${isFigures(column) ? 'num md:text-right' : ''}`}
          >
            <span className="md:hidden text-ink-2 whitespace-nowrap">{column.head}</span>
            {editor || (
              <span className="md:(block max-w-80 truncate)" title={text}>
                {content}
              </span>
            )}
          </td>
        );
      })}
      {acts !== undefined && (
        <td
          {...gridRoles.cell}
          {...keys.cell(at, columns.length)}
          className={`${cell} ${folded} max-md:[&:not(:has(button))]:hidden md:(sticky right-0 z-1 bg-card) group-hover:bg-card-dim`}
        >
          <span className="md:hidden text-ink-2">操作</span>
          <span className="flex gap-3">{acts}</span>
        </td>
      )}
    </tr>
  );
}
