import { Tick } from '#islands/ui/Tick.tsx';
import type { Ticks } from '#islands/ui/use-ticks.ts';
import type { Column } from '#lib/contract/desk/fields.ts';
import { isFigures } from './CellView.tsx';
import { gridRoles } from './grid-roles.ts';

interface Props {
  columns: readonly (readonly [name: string, column: Column])[];
  hasActs: boolean;
  /** The order as the address has it: `-at`. */
  sort: string;
  hrefOf: (sort: string) => string;
  ticks: Ticks<string | number> | undefined;
}

const head =
  'px-2 py-1 font-400 whitespace-nowrap border-b border-b-solid border-line bg-card-dim sticky top-0';

/** The heads of a grid: those of sorted columns are links that change the order. */
export function GridHead({ columns, hasActs, sort, hrefOf, ticks }: Props) {
  const [first = ''] = sort.split(',');
  return (
    <thead {...gridRoles.group} className="max-md:hidden">
      <tr {...gridRoles.row} className="text-left text-note text-ink-2">
        {columns.map(([name, column], at) => (
          <th
            key={name}
            {...gridRoles.head}
            scope="col"
            aria-sort={first === name ? 'ascending' : first === `-${name}` ? 'descending' : undefined}
            className={`${head} ${at === 0 ? 'left-0 z-3' : 'z-2'} ${isFigures(column) ? 'text-right' : ''}`}
          >
            <span className="inline-flex items-center gap-1">
              {at === 0 && ticks && (
                <Tick
                  label="全选本页"
                  isOn={ticks.isAll}
                  isPartial={ticks.isPartial}
                  isDisabled={!ticks.canAny}
                  onChange={(isOn) => ticks.setAll(isOn)}
                />
              )}
              {column.isSortable ? (
                <SortLink column={column} name={name} first={first} hrefOf={hrefOf} />
              ) : (
                column.head
              )}
            </span>
          </th>
        ))}
        {hasActs && (
          <th {...gridRoles.head} scope="col" className={`${head} right-0 z-3`}>
            操作
          </th>
        )}
      </tr>
    </thead>
  );
}

interface LinkProps extends Pick<Props, 'hrefOf'> {
  column: Column;
  name: string;
  first: string;
}

function SortLink({ column, name, first, hrefOf }: LinkProps) {
  const isUp = first === name;
  const icon = isUp
    ? 'i-lucide-arrow-up'
    : first === `-${name}`
      ? 'i-lucide-arrow-down'
      : 'i-lucide-arrow-up-down';
  return (
    <a
      className="inline-flex items-center gap-1 text-inherit hover:text-primary"
      href={hrefOf(isUp ? `-${name}` : name)}
    >
      {column.head}
      <span className={icon} aria-hidden="true" />
    </a>
  );
}
