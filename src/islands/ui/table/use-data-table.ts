import {
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { type CellValue, compareCells, type TableColumn, type TableSort } from './columns.ts';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
});

/** One page for all rows. */
const allRows = Number.MAX_SAFE_INTEGER;

interface Options<Row extends object> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string | number;
  /** Rows per page of a table paged here; without it all are on one page. */
  pageSize: number | undefined;
  /** The order that the server made; without `onSort` the order is made here. */
  sort: TableSort | null | undefined;
  onSort: ((sort: TableSort | null) => void) | undefined;
}

export interface DataTableState<Row extends object> {
  /** The rows of this page, in their order. */
  shown: readonly Row[];
  /** All rows that are here, in their order. */
  ordered: readonly Row[];
  sort: TableSort | null;
  setSort: (sort: TableSort | null) => void;
  /** From 1. */
  page: number;
  pages: number;
  setPage: (page: number) => void;
}

/** Order and pages of a table's rows, by TanStack Table; where the server sorts, its order stays. */
export function useDataTable<Row extends object>(options: Options<Row>): DataTableState<Row> {
  const { columns, rows, idOf, pageSize = allRows, onSort } = options;
  const [ownSort, setOwnSort] = useState<TableSort | null>(options.sort ?? null);
  const [pageIndex, setPageIndex] = useState(0);
  const isServerSorted = onSort !== undefined;
  const sort = isServerSorted ? (options.sort ?? null) : ownSort;
  const sorting = useMemo<SortingState>(
    () => (sort === null ? [] : [{ id: sort.column, desc: sort.isDescending }]),
    [sort],
  );
  const defs = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: Row) => column.value?.(row) ?? undefined,
        enableSorting: column.isSortable === true,
        sortUndefined: 'last' as const,
        sortFn: (
          a: { getValue: (id: string) => CellValue },
          b: { getValue: (id: string) => CellValue },
          id: string,
        ) => compareCells(a.getValue(id), b.getValue(id)),
      })),
    [columns],
  );
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  // Rows may have gone since the page was chosen.
  const shownIndex = Math.min(pageIndex, pages - 1);
  const pagination = useMemo(() => ({ pageIndex: shownIndex, pageSize }), [shownIndex, pageSize]);
  const table = useTable({
    features,
    columns: defs,
    data: rows,
    getRowId: (row: Row) => String(idOf(row)),
    manualSorting: isServerSorted,
    autoResetPageIndex: false,
    state: { sorting, pagination },
  });

  return {
    shown: table.getRowModel().rows.map(({ original }) => original),
    ordered: table.getPrePaginatedRowModel().rows.map(({ original }) => original),
    sort,
    setSort(next) {
      setPageIndex(0);
      if (onSort) onSort(next);
      else setOwnSort(next);
    },
    page: shownIndex + 1,
    pages,
    setPage: (page) => setPageIndex(page - 1),
  };
}
