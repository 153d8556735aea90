import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { moneyList } from '#lib/contract/desk/lists/money.ts';
import { ListPage } from './kit/ListPage.tsx';

/** Money that waits, each row opened where it is decided. */
export function MoneyList(list: OpenedList<typeof moneyList>) {
  return (
    <ListPage
      {...list}
      onOpen={({ href }) => location.assign(href)}
      cells={{
        no: ({ no, href }) => (
          <a className="link num" href={href}>
            {no}
          </a>
        ),
      }}
    />
  );
}
