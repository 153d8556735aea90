import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { payments } from '#lib/contract/desk/lists/payments.ts';
import { path } from '#lib/contract/routes.ts';
import { ListPage } from './kit/ListPage.tsx';
import { NumberLinks } from './list/NumberLinks.tsx';

/** Payments with links to the orders that they paid. */
export function PaymentList(list: OpenedList<typeof payments>) {
  return (
    <ListPage
      {...list}
      cells={{
        // Undefined for none: a folded row leaves the column out then.
        orders: ({ orders }) =>
          orders === '' ? undefined : (
            <NumberLinks
              items={orders.split(' ').map((no) => ({ no, href: path('/desk/orders/[no]', { no }) }))}
              what="订单号"
              unit="个订单"
            />
          ),
      }}
    />
  );
}
