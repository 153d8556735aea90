import { type ClipboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Ticks } from '#islands/ui/use-ticks.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { cellText } from '#lib/contract/desk/cells.ts';
import type { Column } from '#lib/contract/desk/fields.ts';
import type { AnyRow } from '#lib/contract/desk/list.ts';
import { sheetRows } from '#lib/rules/text/csv.ts';
import { CellEditor } from './CellEditor.tsx';
import { isFigures, shownText } from './CellView.tsx';
import { GridHead } from './GridHead.tsx';
import { GridRow } from './GridRow.tsx';
import { gridRoles } from './grid-roles.ts';
import type { CellEdit } from './use-edit.ts';
import { useGridKeys } from './use-grid-keys.ts';

interface Props {
  label: string;
  columns: readonly (readonly [name: string, column: Column])[];
  rows: readonly AnyRow[];
  nameOf: (row: AnyRow) => string;
  /** Own content of a cell; undefined for that of its kind. */
  cellOf: (name: string, row: AnyRow) => ReactNode;
  /** Buttons of a row. */
  actsOf: ((row: AnyRow) => ReactNode) | undefined;
  onOpen: ((row: AnyRow) => void) | undefined;
  ticks: Ticks<string | number> | undefined;
  sums: Readonly<Record<string, string>> | null;
  sort: string;
  hrefOf: (sort: string) => string;
  isLoading: boolean;
  edit: CellEdit | undefined;
}

/** A table of a desk walked cell by cell (WAI-ARIA grid): frozen first column, heads and sums in sight, cells copied. */
export function Grid(props: Props) {
  const { label, columns, rows, nameOf, cellOf, actsOf, onOpen, ticks, sums, sort, hrefOf, isLoading, edit } =
    props;
  const body = useRef<HTMLTableSectionElement>(null);
  const ids = rows.map(({ id }) => id);
  const tick = (at: number, isOn: boolean, withShift: boolean) => {
    const id = ids[at];
    if (id !== undefined) ticks?.set(id, isOn, withShift, ids);
  };
  const beginEdit = (at: number, place: number, typed: string) => {
    const [row, name] = [rows[at], columns[place]?.[0]];
    return row !== undefined && name !== undefined && edit?.begin(row, name, { at, place, typed }) === true;
  };
  const keys = useGridKeys({
    rows: rows.length,
    columns: columns.length + (actsOf ? 1 : 0),
    onEnter: (at) => {
      const row = rows[at];
      if (row === undefined) return;
      if (onOpen) onOpen(row);
      else body.current?.rows[at]?.querySelector<HTMLElement>('a')?.click();
    },
    onEdit: edit && beginEdit,
    onSpace: ticks && ((at, withShift) => tick(at, !ticks.has(ids[at] ?? ''), withShift)),
    onAll: ticks && (() => ticks.setAll(true)),
    onEscape: () => ticks?.clear(),
    onCopy: (from, to) => {
      const shown = columns.slice(from.column, to.column + 1);
      const text = rows
        .slice(from.row, to.row + 1)
        .map((row) => shown.map(([name, column]) => cellText(column, row[name] ?? null)));
      void copyCells(sheetRows(text), text.length * shown.length);
    },
  });

  /** Cells of a spreadsheet, from the cell that has the focus on to the right and down. */
  function paste(to: CellEdit, event: ClipboardEvent<HTMLElement>) {
    const [, at, place] = /^(\d+):(\d+)$/.exec(cellOfTarget(event.target)) ?? [];
    if (at === undefined || place === undefined) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n').replace(/\n$/, '');
    const lines = text.split('\n');
    const width = Math.max(...lines.map((line) => line.split('\t').length));
    if (lines.length === 1 && width === 1) return void beginEdit(Number(at), Number(place), text);
    const names = columns.slice(Number(place), Number(place) + width).map(([name]) => name);
    if (names.length < width || !to.paste(ids.slice(Number(at)), names, lines))
      showToast('warning', '粘贴的内容里有不能修改的列，请从可修改的列开始粘贴');
  }

  // Links and buttons in cells are pressed by Enter on their cell: one stop of Tab for the whole table.
  useEffect(() => {
    for (const control of body.current?.querySelectorAll<HTMLElement>('a, button, input') ?? [])
      if (matchMedia('(min-width: 768px)').matches) control.tabIndex = -1;
  });

  return (
    <div className="md:(overflow-auto max-h-[calc(100dvh-13rem)])">
      <table
        {...gridRoles.grid}
        {...(ticks && { 'aria-multiselectable': true })}
        aria-label={label}
        aria-busy={isLoading || undefined}
        className={`w-full text-small border-separate border-spacing-0 max-md:block ${isLoading ? 'opacity-60' : ''}`}
        onKeyDown={keys.onKeyDown}
        onPaste={edit && ((event) => paste(edit, event))}
      >
        <GridHead
          columns={columns}
          hasActs={actsOf !== undefined}
          sort={sort}
          hrefOf={hrefOf}
          ticks={ticks}
        />
        <tbody ref={body} {...gridRoles.group} className="max-md:block">
          {rows.map((row, at) => (
            <GridRow
              key={row.id}
              row={row}
              at={at}
              name={nameOf(row)}
              columns={columns}
              keys={keys}
              cellOf={(name) => cellOf(name, row)}
              acts={actsOf?.(row)}
              tick={
                ticks && {
                  isOn: ticks.has(row.id),
                  isDisabled: !ticks.can(row.id),
                  onChange: (isOn, withShift) => tick(at, isOn, withShift),
                }
              }
              onOpen={onOpen && (() => onOpen(row))}
              canEdit={(name) => edit?.isOpenFor(name) === true}
              onEdit={edit && ((place) => beginEdit(at, place, ''))}
              editorOf={(name) => edit?.isAt(row.id, name) && <CellEditor edit={edit} table={body} />}
            />
          ))}
        </tbody>
        {sums !== null && Object.keys(sums).length > 0 && (
          <Sums columns={columns} sums={sums} hasActs={actsOf !== undefined} />
        )}
      </table>
    </div>
  );
}

function Sums({
  columns,
  sums,
  hasActs,
}: Pick<Props, 'columns'> & { sums: Readonly<Record<string, string>>; hasActs: boolean }) {
  const cell = 'md:(sticky bottom-0 px-2 py-1 bg-card-dim border-t border-t-solid border-line)';
  return (
    <tfoot {...gridRoles.group} className="max-md:block">
      <tr {...gridRoles.row} className="font-600 max-md:(flex flex-col px-3 py-2.5)">
        {columns.map(([name, column], at) => (
          <td
            key={name}
            {...gridRoles.cell}
            className={`${cell} ${at === 0 ? 'md:(left-0 z-1)' : ''} ${at === 0 || name in sums ? 'max-md:(flex justify-between)' : 'max-md:hidden'} ${isFigures(column) ? 'num md:text-right' : ''}`}
          >
            {name in sums && <span className="md:hidden font-400 text-ink-2">{column.head}</span>}
            {at === 0 ? '合计' : name in sums ? shownText(column, sums[name] ?? '') : ''}
          </td>
        ))}
        {hasActs && <td {...gridRoles.cell} className={`${cell} max-md:hidden`} />}
      </tr>
    </tfoot>
  );
}

/** The place of a cell that has the focus itself; empty inside of a box. */
function cellOfTarget(target: EventTarget): string {
  return target instanceof HTMLElement ? (target.dataset.cell ?? '') : '';
}

/** An origin that is not safe has no clipboard. */
async function copyCells(text: string, count: number): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', count === 1 ? '已复制' : `已复制${count}格，可粘贴到表格`);
  } catch {
    showToast('warning', '复制失败，请手动选择复制');
  }
}
