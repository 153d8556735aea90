import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { payments } from '#lib/contract/desk/lists/payments.ts';
import { path } from '#lib/contract/routes.ts';
import { ListPage } from './kit/ListPage.tsx';
import { OrderNo } from './list/OrderNo.tsx';

/** More orders of one payment are opened. */
const shown = 2;

/** Payments with links to the orders that they paid. */
export function PaymentList(list: OpenedList<typeof payments>) {
  return <ListPage {...list} cells={{ orders: ({ orders }) => <Orders nos={orders.split(' ')} /> }} />;
}

function Orders({ nos }: { nos: readonly string[] }) {
  if (nos[0] === '') return '';
  const links = nos.map((no) => (
    <OrderNo key={no} no={no} what="订单号" href={path('/desk/orders/[no]', { no })} />
  ));
  if (nos.length <= shown) return <span className="inline-flex flex-wrap gap-x-3">{links}</span>;
  return (
    <details>
      <summary className="link whitespace-nowrap cursor-pointer">{nos.length}个订单</summary>
      <span className="grid gap-1">{links}</span>
    </details>
  );
}
