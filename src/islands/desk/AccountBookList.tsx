import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { accountBook } from '#lib/contract/desk/lists/account-book.ts';
import { path } from '#lib/contract/routes.ts';
import { monthSpan } from '#lib/rules/orders/statements.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { ListPage } from './kit/ListPage.tsx';

interface Props extends OpenedList<typeof accountBook> {
  /** Months with entries or a balance, the newest first. */
  months: readonly string[];
  /** Today's day: the current month is shown up to it. */
  today: string;
}

/** A merchant's account with its months beside the days of the search. */
export function AccountBookList({ months, today, ...list }: Props) {
  const { from, to } = list.initial.values;
  return (
    <ListPage
      {...list}
      above={() =>
        months.length > 0 && (
          <nav
            aria-label="月份"
            className="panel mb-3 px-3 md:px-4 py-2 flex gap-x-4 items-center text-small"
          >
            <ul className="flex gap-x-4 overflow-x-auto m-0 p-0 list-none">
              {months.map((month) => {
                const [first, last] = daysOf(month, today);
                return (
                  <li key={month}>
                    <a
                      className="link num whitespace-nowrap inline-flex items-center h-touch aria-[current]:(font-600 text-ink)"
                      href={path('/desk/account-book', undefined, { from: first, to: last })}
                      aria-current={first === from && last === to ? 'page' : undefined}
                    >
                      {month}
                    </a>
                  </li>
                );
              })}
            </ul>
            <a className="link ml-auto whitespace-nowrap" href={path('/desk/statements')}>
              对账单
            </a>
          </nav>
        )
      }
    />
  );
}

function daysOf(month: string, today: string): [first: string, last: string] {
  const span = must(monthSpan(month), 'a month of the account');
  const last = dayKey(span.to - 1);
  return [dayKey(span.from), last > today ? today : last];
}
