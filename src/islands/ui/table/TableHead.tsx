import { SelectBox } from '../SelectBox.tsx';
import { Tick } from '../Tick.tsx';
import type { Ticks } from '../use-ticks.ts';
import type { TableColumn, TableSort } from './columns.ts';

interface SortProps<Row> {
  columns: readonly TableColumn<Row>[];
  sort: TableSort | null;
  onSort: (sort: TableSort | null) => void;
}

interface Props<Row, Id> extends SortProps<Row> {
  ticks: Ticks<Id> | undefined;
  /** The rows of this page; its box ticks these. */
  shownIds: readonly Id[];
}

const cell = 'md:(sticky top-0 z-2 bg-card-dim border-b border-b-solid border-line)';

/** The header of a table, sticky while its rows scroll; a folded table has none: 全选 is in the bar of the ticks. */
export function TableHead<Row, Id extends string | number>(props: Props<Row, Id>) {
  const { columns, sort, onSort, ticks, shownIds } = props;
  const can = ticks ? shownIds.filter(ticks.can) : [];
  const ticked = ticks ? can.filter(ticks.has) : [];
  return (
    <thead role="rowgroup" className="max-md:hidden">
      <tr role="row" className="text-left text-note text-ink-2">
        {ticks && (
          <th role="columnheader" scope="col" className={`w-touch pl-4 pr-1 py-1.5 font-400 ${cell}`}>
            <Tick
              label="全选本页"
              isOn={can.length > 0 && ticked.length === can.length}
              isPartial={ticked.length > 0}
              isDisabled={can.length === 0}
              onChange={(isOn) => ticks.setAll(isOn, can)}
            />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            role="columnheader"
            scope="col"
            aria-sort={sortWord(column, sort)}
            className={`px-2 xl:px-3 py-1.5 font-400 whitespace-nowrap ${column.isNumber ? 'text-right' : ''} ${cell}`}
          >
            {column.isSortable ? (
              <button
                type="button"
                className="inline-flex items-center gap-1 h-small px-1 -mx-1 border-0 rounded bg-transparent text-inherit cursor-pointer hover:text-primary"
                onClick={() => onSort(nextSort(column.id, sort))}
              >
                {column.head}
                <span className={`${sortIcon(column, sort)} text-body`} aria-hidden="true" />
              </button>
            ) : (
              column.head
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The order as a choice, where a narrow window shows no heads to press. */
export function SortChoice<Row>({ columns, sort, onSort }: SortProps<Row>) {
  const sortable = columns.filter(({ isSortable }) => isSortable);
  if (sortable.length === 0) return null;
  const options = sortable.flatMap(({ id, head }) => [
    { value: `${id}:up`, text: `${head} 升序` },
    { value: `${id}:down`, text: `${head} 降序` },
  ]);
  return (
    <span className="md:hidden">
      <SelectBox
        label="排序"
        hidesLabel
        className="input h-touch px-2"
        value={sort === null ? '' : `${sort.column}:${sort.isDescending ? 'down' : 'up'}`}
        options={[{ value: '', text: '默认排序' }, ...options]}
        onChange={({ target: { value } }) => {
          const at = value.lastIndexOf(':');
          onSort(at < 0 ? null : { column: value.slice(0, at), isDescending: value.endsWith(':down') });
        }}
      />
    </span>
  );
}

/** Upwards, downwards, and back to the order in which the rows came. */
function nextSort(column: string, sort: TableSort | null): TableSort | null {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? null : { column, isDescending: true };
}

function sortWord<Row>({ id, isSortable }: TableColumn<Row>, sort: TableSort | null) {
  if (!isSortable) return undefined;
  if (sort?.column !== id) return 'none';
  return sort.isDescending ? 'descending' : 'ascending';
}

function sortIcon<Row>({ id }: TableColumn<Row>, sort: TableSort | null): string {
  if (sort?.column !== id) return 'i-lucide-chevrons-up-down';
  return sort.isDescending ? 'i-lucide-arrow-down' : 'i-lucide-arrow-up';
}
