import { type ReactNode, useMemo } from 'react';
import { Failed, Loading } from '../Faces.tsx';
import type { Ticks } from '../use-ticks.ts';
import type { TableColumn, TableSort } from './columns.ts';
import { SaveRows } from './SaveRows.tsx';
import { SortChoice, TableHead } from './TableHead.tsx';
import { TablePages } from './TablePages.tsx';
import { TableRow } from './TableRow.tsx';
import { useDataTable } from './use-data-table.ts';
import { useRowFocus } from './use-row-focus.ts';

interface Props<Row extends object, Id extends string | number> {
  /** The content of the table, for screen readers. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => Id;
  /** Names a row where its tick is read out. */
  nameOf: (row: Row) => string;
  /** Shown without rows, with a next step. */
  empty: ReactNode;
  state?: 'ready' | 'loading' | 'failed';
  onRetry?: () => void;
  /** Rows per page of a table paged here; pages of the server are below the table as `<Pagination>`. */
  pageSize?: number;
  /** The order at first, or with `onSort` the one that the server made. */
  sort?: TableSort | null;
  onSort?: (sort: TableSort | null) => void;
  /** Ticks of `useTicks()`; their actions are in a `<SelectionBar>` below. */
  ticks?: Ticks<Id>;
  /** Opens a row: by Enter on it and by a double click. */
  onOpen?: (row: Row) => void;
  /** The name of the file, without its ending, into which these rows can be saved, all that there are. */
  csvName?: string;
}

/**
 * A table of a desk: sorted, in pages, ticked, walked by keyboard, saved as CSV; its head stays in sight and a narrow
 * window folds its rows into cards. It brings TanStack Table: lists of cards in the shop take `useTicks()` and
 * `<SelectionBar>` alone.
 */
export function DataTable<Row extends object, Id extends string | number>(props: Props<Row, Id>) {
  const { label, rows, idOf, nameOf, state = 'ready', ticks, onOpen, csvName } = props;
  const columns = useMemo(() => props.columns.filter((one) => one.isFileOnly !== true), [props.columns]);
  const table = useDataTable({
    columns,
    rows,
    idOf,
    pageSize: props.pageSize,
    sort: props.sort,
    onSort: props.onSort,
  });
  const { shown } = table;
  const shownIds = shown.map(idOf);

  function toggle(at: number, withShift: boolean) {
    const id = shownIds[at];
    if (ticks && id !== undefined && ticks.can(id)) ticks.set(id, !ticks.has(id), withShift, shownIds);
  }
  function open(at: number) {
    const row = shown[at];
    if (row !== undefined) onOpen?.(row);
  }
  const focusOf = useRowFocus({
    count: shown.length,
    onSpace: ticks && toggle,
    onEnter: onOpen && open,
  });

  if (state === 'failed') return <Failed onRetry={props.onRetry ?? (() => location.reload())} />;
  if (rows.length === 0) return state === 'loading' ? <Loading rows={5} /> : props.empty;
  const isWalked = ticks !== undefined || onOpen !== undefined;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-3 md:px-4 py-2 empty:hidden">
        <SortChoice columns={columns} sort={table.sort} onSort={table.setSort} />
        {csvName !== undefined && (
          <SaveRows columns={props.columns} name={csvName} loadRows={() => table.ordered} />
        )}
      </div>
      {/* Roles are named: a folded table is drawn by other means than a table's, and would lose them. */}
      <table
        {...(isWalked ? gridRole(ticks !== undefined) : { role: 'table' })}
        aria-label={label}
        aria-busy={state === 'loading' || undefined}
        className={`w-full text-small max-md:block ${state === 'loading' ? 'opacity-60' : ''}`}
      >
        <TableHead
          columns={columns}
          sort={table.sort}
          onSort={table.setSort}
          ticks={ticks}
          shownIds={shownIds}
        />
        <tbody role="rowgroup" className="max-md:block">
          {shown.map((row, at) => (
            <TableRow
              key={idOf(row)}
              row={row}
              columns={columns}
              name={nameOf(row)}
              isWalked={isWalked}
              focus={isWalked ? focusOf(at) : undefined}
              tick={
                ticks && {
                  isOn: ticks.has(idOf(row)),
                  isDisabled: !ticks.can(idOf(row)),
                  onChange: (isOn, withShift) => ticks.set(idOf(row), isOn, withShift, shownIds),
                }
              }
              onOpen={onOpen && (() => open(at))}
            />
          ))}
        </tbody>
      </table>
      <TablePages
        label={label}
        page={table.page}
        pages={table.pages}
        total={rows.length}
        onPage={table.setPage}
      />
    </>
  );
}

/** A table whose rows are walked and ticked. */
function gridRole(isTicked: boolean) {
  return { role: 'grid', 'aria-multiselectable': isTicked || undefined };
}
