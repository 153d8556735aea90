import type { ReactNode } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Scrolled } from '#islands/ui/Scrolled.tsx';
import type { PurchaseStatement } from '#lib/contract/orders/statement.ts';
import { path } from '#lib/contract/routes.ts';
import { figureHeads } from '#lib/rules/flows/statement.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { entriesOf, keysOf } from '#lib/rules/terms/keys.ts';

/** Amounts of an order, yuan, by their heads. */
const columns = {
  paid: figureHeads.sold,
  refunded: figureHeads.refunded,
  invoiced: figureHeads.invoiced,
  red: figureHeads.red,
  back: figureHeads.back,
} as const satisfies Partial<Record<keyof PurchaseStatement['orders'][number], string>>;

/** The head of a column of figures. */
export function FigureHead({ children }: { children: ReactNode }) {
  return (
    <th className="px-2 md:pr-4 py-2 font-400 text-right whitespace-nowrap" scope="col">
      {children}
    </th>
  );
}

interface Props {
  orders: PurchaseStatement['orders'];
  /** Number of all orders of the statement; `orders` may hold fewer. */
  total: number;
  file: (name: string) => string;
  /** The role looks after invoices; other roles read their numbers. */
  mayInvoice: boolean;
}

/** The orders of one month and merchant: each leads to its page, its invoices and its parcels. */
export function StatementOrders({ orders, total, file, mayInvoice }: Props) {
  return (
    <section aria-labelledby="statement-orders" className="border-t border-t-solid border-line">
      <h2 id="statement-orders" className="panel-title flex-wrap">
        订单明细
        <span className="ml-auto flex gap-2 font-400">
          <a className={buttonClass('plain', 'small')} href={file('orders/mingxi.csv')} download>
            导出订单CSV
          </a>
          <a className={buttonClass('plain', 'small')} href={file('orders/mingxi.xlsx')} download>
            导出订单Excel
          </a>
        </span>
      </h2>
      {total > orders.length && (
        <p className="px-3 md:px-4 pb-2 text-small num">
          共{total}张订单，这里列出前{orders.length}张，全部订单请导出。
        </p>
      )}
      <Scrolled label="订单明细">
        <table className="w-full text-small num">
          <thead>
            <tr className="text-left text-ink-2 bg-card-dim">
              <th className="px-3 md:px-4 py-2 font-400" scope="col">
                日期
              </th>
              <th className="px-2 py-2 font-400" scope="col">
                订单
              </th>
              {entriesOf(columns).map(([key, head]) => (
                <FigureHead key={key}>{head}（元）</FigureHead>
              ))}
              <th className="px-2 py-2 font-400" scope="col">
                发票
              </th>
              <th className="px-2 py-2 font-400" scope="col">
                包裹
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.no} className="border-t border-t-solid border-line">
                <td className="px-3 md:px-4 py-2 whitespace-nowrap">{order.day}</td>
                <td className="px-2 py-2">
                  <a className="link" href={path('/order/info/[id]', { id: order.no })}>
                    {order.no}
                  </a>
                </td>
                {keysOf(columns).map((column) => (
                  <td key={column} className="px-2 md:pr-4 py-2 text-right whitespace-nowrap">
                    {showYuan(order[column])}
                  </td>
                ))}
                <td className="px-2 py-2">
                  {order.invoices.map(({ id, number }) =>
                    mayInvoice ? (
                      <a key={id} className="block link" href={path('/zzfw/dzfp/[id]', { id })}>
                        {number}
                      </a>
                    ) : (
                      <span key={id} className="block">
                        {number}
                      </span>
                    ),
                  )}
                </td>
                <td className="px-2 py-2">
                  {order.parcels.length > 0 && (
                    <a className="link" href={`${path('/order/info/[id]', { id: order.no })}#logistics`}>
                      {order.parcels.join('，')}
                    </a>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </section>
  );
}
