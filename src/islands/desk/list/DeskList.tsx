import { type ReactNode, useEffect, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Pagination } from '#islands/ui/Pagination.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { SaveRows } from '#islands/ui/table/SaveRows.tsx';
import type { Ticks } from '#islands/ui/use-ticks.ts';
import { deskPageSize, maxDeskRows } from '#lib/contract/constants.ts';
import { withQuery } from '#lib/contract/routes.ts';
import { DeskSearch } from './DeskSearch.tsx';
import type { DeskListState } from './use-desk-list.ts';

interface Props<Row extends object, Id extends string | number> {
  /** The page's heading, and the name of its file. */
  title: string;
  /** The result of `useDeskList()`. */
  list: DeskListState<Row, Id>;
  columns: readonly TableColumn<Row>[];
  /** Names a row where it is read out. */
  nameOf: (row: Row) => string;
  /** Opens a row: by Enter on it and by a double click. What is opened so has a `<RowButton>` as well. */
  onOpen?: (row: Row) => void;
  /** Said where nothing was found. */
  none: string;
  icon: string;
  /** Actions in the heading's row: a small `<Button>`, so that it is reached before the rows. */
  acts?: ReactNode;
  /** Ticks of `useTicks()`, and what is done to the ticked rows: a `<SelectionBar>`. */
  ticks?: Ticks<Id>;
  bar?: ReactNode;
  /** The boxes of the search, by the names of the call's input. */
  children: ReactNode;
}

/** A list of a desk with pages from the server: heading, search, table, file of all results, pages. */
export function DeskList<Row extends object, Id extends string | number>(props: Props<Row, Id>) {
  const { title, list, columns, nameOf, onOpen, none, icon, acts, ticks, bar, children } = props;
  const { address, rows, total, isLoading } = list;
  const { page, size, ...wanted } = list.asked;
  const hrefOf = (at: number) =>
    withQuery(address, { ...wanted, page: at === 1 ? '' : at, size: size === deskPageSize ? '' : size });

  // After clearing the search, a list without any filter is the same empty list.
  const [isNarrowed, setNarrowed] = useState(false);
  useEffect(() => setNarrowed(location.search !== ''), []);

  return (
    <section className="panel">
      <div className="panel-title flex-wrap gap-y-1">
        <h1>{title}</h1>
        <span className="text-small text-ink-2 font-400 num">
          {total < maxDeskRows ? `共${total}条` : `超过${maxDeskRows}条，请缩小范围`}
        </span>
        <span className="ml-auto flex flex-wrap justify-end gap-2">
          {rows.length > 0 && <SaveRows columns={columns} name={title} loadRows={list.loadRows} />}
          <Button
            kind="plain"
            size="small"
            className="max-md:h-touch"
            busy={isLoading}
            onClick={() => void list.reload()}
          >
            刷新
          </Button>
          {acts}
        </span>
      </div>
      <DeskSearch address={address}>{children}</DeskSearch>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        idOf={list.idOf}
        nameOf={nameOf}
        state={isLoading ? 'loading' : 'ready'}
        {...(onOpen && { onOpen })}
        {...(ticks && { ticks })}
        empty={
          isNarrowed ? (
            <Empty icon={icon} title={none} text="换个条件，或清除条件再查。">
              <a className={buttonClass('plain')} href={address}>
                清除条件
              </a>
            </Empty>
          ) : (
            <Empty icon={icon} title={none} text="有了会显示在这里，换个条件可以查以前的。" />
          )
        }
      />
      {bar}
      <Pagination page={page} pages={Math.ceil(total / size)} hrefOf={hrefOf} />
    </section>
  );
}
