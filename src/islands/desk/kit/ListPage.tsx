import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { useTicks } from '#islands/ui/use-ticks.ts';
import { cellText } from '#lib/contract/desk/cells.ts';
import {
  type Act,
  type AnyRow,
  boxesOf,
  firstSort,
  type ListShape,
  type OpenedList,
  type Place,
  type RowOf,
  shownColumns,
  sideOf,
  undoesOf,
} from '#lib/contract/desk/list.ts';
import { rememberWay } from '../case/way.ts';
import { RowButton } from '../list/RowButton.tsx';
import { ActDialog } from './ActDialog.tsx';
import { BulkBar } from './BulkBar.tsx';
import { BulkRuns } from './BulkRuns.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { Facts } from './Facts.tsx';
import { Grid } from './Grid.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { ListPager } from './ListPager.tsx';
import { SearchBoxes } from './SearchBoxes.tsx';
import { useBulk } from './use-bulk.ts';
import { useEdit } from './use-edit.ts';
import { type AnyOpened, type ListState, useList } from './use-list.ts';
import { isPlainKey, useUndo } from './use-undo.ts';
import { ViewBar } from './ViewBar.tsx';

/** Own content of cells, by column. `put` shows the row as it is after what a cell did. */
export type OwnCells<D extends ListShape> = {
  [K in keyof D['columns']]?: (row: RowOf<D>, put: (row: RowOf<D>) => void) => ReactNode;
};

interface Own<Cells, Row> {
  cells?: Cells;
  /** Opens a row: by Enter on a cell without a control, and by a double click. */
  onOpen?: (row: Row) => void;
  /** Own content of the dialogs of acts. */
  details?: (row: Row) => ReactNode;
  /** Buttons beside the heading; `reload` shows what they have done. */
  tools?: (reload: () => void) => ReactNode;
  /** Own panel above the list. */
  above?: (reload: () => void) => ReactNode;
  /** Links to sheets of ticked rows, such as pick lists, and the rows that they are for. */
  ticked?:
    | { isFor: (row: Row) => boolean; links: (ids: readonly (string | number)[]) => ReactNode }
    | undefined;
}

type AnyCellsOf = Readonly<
  Record<string, ((row: AnyRow, put: (row: AnyRow) => void) => ReactNode) | undefined>
>;
type AnyProps = AnyOpened & Own<AnyCellsOf, AnyRow>;

/** The page of a declared list. */
export function ListPage<D extends ListShape>(props: OpenedList<D> & Own<OwnCells<D>, RowOf<D>>): ReactNode;
export function ListPage(props: AnyProps): ReactNode {
  const { list, title, icon, asked, cells, onOpen, details, tools, above, ticked } = props;
  const offerUndo = useUndo();
  const state = useList(props, offerUndo);
  const { answer } = state;
  const [opened, setOpened] = useState<{ name: string; row: AnyRow } | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const place = useRef<HTMLElement>(null);
  const { rows } = state;
  const acts = Object.entries(list.acts ?? {}).filter(([, { isUndoOnly }]) => isUndoOnly !== true);
  const bulkActs = acts.filter(([, { isBulk }]) => isBulk);
  const offs = bulkActs.map(
    ([, { off, when }]) =>
      (row: AnyRow) =>
        isOff(row, off?.by) || !isThere(row, when),
  );
  const isChanged = bulkActs.length > 0 || list.edits !== undefined;
  const isTicked = isChanged || ticked !== undefined;
  const canTick = (row: AnyRow) =>
    list.edits !== undefined || ticked?.isFor(row) === true || !offs.every((off) => off(row));
  const ticks = useTicks(rows.filter(canTick).map(({ id }) => id));
  const edit = useEdit(list, (row) => state.put(row.id, row));
  const bulk = useBulk(list, { initial: props.runs, onDone: () => void state.reload(), offerUndo });
  const titleColumn = Object.entries(list.columns).find(([, { isTitle }]) => isTitle)?.[0] ?? 'id';
  const nameOf = (row: AnyRow) => {
    const column = list.columns[titleColumn];
    return String(column === undefined ? row.id : cellText(column, row[titleColumn] ?? row.id));
  };
  useListKeys(place, () => setHelpOpen(true));
  useWay(state, list.page);

  const { values, total, is_more: isMore } = answer;
  // By the address: `fill` may give empty boxes a value, as the days of this month.
  const boxes = new URLSearchParams(props.search);
  const isNarrowed = Object.keys(list.filters).some((name) => boxes.get(name)) || asked.after !== '';
  const act = opened && list.acts?.[opened.name];
  const found =
    isChanged && total > rows.length
      ? { search: searchOf(values, asked.sort), count: total, isMore: isMore === 1 }
      : null;

  return (
    <>
      {above?.(() => void state.reload())}
      {list.facts && answer.facts !== null && (
        <Facts columns={list.facts} facts={answer.facts} note={list.factsNote} />
      )}
      <BulkRuns work={bulk} />
      <section ref={place} className="panel">
        <div className="panel-title flex-wrap gap-y-1">
          <h1>{title}</h1>
          <span className="text-small text-ink-2 font-400 num">共{isMore === 1 ? `${total}+` : total}条</span>
          <span className="ml-auto flex flex-wrap justify-end gap-2 font-400">
            <Button
              kind="plain"
              size="small"
              className="max-md:hidden"
              aria-label="按键"
              onClick={() => setHelpOpen(true)}
            >
              ?
            </Button>
            <ColumnChoice
              list={list}
              chosen={asked.columns}
              hrefOf={(columns) => state.hrefOf({ columns })}
            />
            {rows.length > 0 && (
              <a
                className={buttonClass('plain', 'small', 'no-print max-md:h-touch')}
                href={state.fileHref}
                download
              >
                <span className="i-lucide-download text-body" aria-hidden="true" />
                导出CSV
              </a>
            )}
            <Button
              kind="plain"
              size="small"
              className="max-md:h-touch"
              busy={state.isLoading}
              onClick={() => void state.reload()}
            >
              刷新
            </Button>
            {tools?.(() => void state.reload())}
          </span>
        </div>
        <ViewBar list={list} initial={props.views} search={props.search} roles={props.roles} />
        <SearchBoxes list={list} values={values} stays={{ sort: asked.sort, columns: asked.columns }} />
        {rows.length === 0 ? (
          <Empty
            icon={icon}
            title={list.none}
            text={isNarrowed ? '换个条件，或清除条件再查。' : '有了会显示在这里，换个条件可以查以前的。'}
          >
            {isNarrowed && (
              <a className={buttonClass('plain')} href={list.page}>
                清除条件
              </a>
            )}
          </Empty>
        ) : (
          <Grid
            label={title}
            columns={shownColumns(list, asked.columns)}
            rows={rows}
            nameOf={nameOf}
            cellOf={(name, row) => cells?.[name]?.(row, (now) => state.put(now.id, now))}
            actsOf={
              acts.length === 0 ? undefined : (row) => acts.map(([name, one]) => buttonOf(name, one, row))
            }
            onOpen={onOpen}
            ticks={isTicked ? ticks : undefined}
            sums={answer.sums}
            sort={asked.sort || firstSort(list, values)}
            hrefOf={(sort) => state.hrefOf({ sort })}
            isLoading={state.isLoading}
            edit={edit}
          />
        )}
        {isTicked && rows.length > 0 && (
          <BulkBar
            list={list}
            values={values}
            acts={bulkActs}
            ticks={ticks}
            found={found}
            links={ticked?.links}
            begin={bulk.begin}
          />
        )}
        <ListPager answer={answer} hrefOf={state.hrefOf} />
      </section>
      {opened !== null && act && (
        <ActDialog
          act={act}
          side={sideOf(list, act)}
          of={nameOf(opened.row)}
          columns={list.columns}
          row={opened.row}
          details={details?.(opened.row)}
          send={(fields) => state.press(opened.name, act, opened.row, fields)}
          onClose={() => setOpened(null)}
        />
      )}
      {isHelpOpen && (
        <KeysDialog
          hasEdits={list.edits !== undefined}
          hasUndo={undoesOf(list).size > 0}
          onClose={() => setHelpOpen(false)}
        />
      )}
    </>
  );

  function buttonOf(name: string, one: Act, row: AnyRow) {
    if (!isThere(row, one.when)) return null;
    const isDone = isOff(row, one.off?.by);
    return (
      <RowButton
        key={name}
        text={isDone ? (one.off?.text ?? one.text) : one.text}
        of={nameOf(row)}
        isOff={isDone}
        onPress={() => (boxesOf(one) !== null ? setOpened({ name, row }) : state.press(name, one, row))}
      />
    );
  }
}

function isOff(row: AnyRow, flag: string | undefined): boolean {
  return flag !== undefined && row[flag] === 1;
}

function isThere(row: AnyRow, flag: string | undefined): boolean {
  return flag === undefined || row[flag] === 1;
}

function searchOf(values: Readonly<Record<string, string>>, sort: string): string {
  return new URLSearchParams({ ...values, sort }).toString();
}

/** A case page that is opened from here leads on to the next row. */
function useWay({ rows, answer, hrefOf }: ListState, page: string): void {
  useEffect(() => {
    const searchOf = (place: Partial<Place>) => hrefOf(place).slice(page.length);
    const { next, before } = answer;
    rememberWay(page, {
      ids: rows.map(({ id }) => String(id)),
      next: next && searchOf({ after: next }),
      before: before && searchOf({ before }),
    });
  }, [rows]);
}

/** `?` shows the keys and `/` goes to the search, unless something is typed. */
function useListKeys(place: { current: HTMLElement | null }, onHelp: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = pressedKey(event);
      if (!isPlainKey(event) || (key !== '?' && key !== '/')) return;
      event.preventDefault();
      if (key === '?') onHelp();
      else
        place.current?.querySelector<HTMLElement>('search input:not([type=hidden]), search select')?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
