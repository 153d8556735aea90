import type { ReactNode } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Scrolled } from '#islands/ui/Scrolled.tsx';
import type { PurchaseStatement } from '#lib/contract/orders/statement.ts';
import { path } from '#lib/contract/routes.ts';
import { figureHeads } from '#lib/rules/flows/statement.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { entriesOf } from '#lib/rules/terms/keys.ts';

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
    <th className="pl-2 pr-4 py-2 font-400 text-right whitespace-nowrap" scope="col">
      {children}
    </th>
  );
}

/** On a phone a row is two lines: what it is with its payments, and below them the rest. */
export const statementRow =
  'border-t border-t-solid max-md:(flex flex-wrap items-baseline gap-x-3 px-3 py-2.5) max-md:before:(content-empty order-2 basis-full)';

/** A cell of the second line; one with nothing in it is left out. */
const second = 'max-md:(order-3 text-note text-ink-2 empty:hidden)';

/** The head of a cell on a phone, which has no row of heads. */
function PhoneHead({ children }: { children: string }) {
  return <span className="md:hidden text-note text-ink-2">{children} </span>;
}

interface FigureProps {
  head: string;
  /** Yuan. */
  amount: string;
  /** It stands on the first line of a phone's row; others stand on the second one, where they are not 0. */
  isFirst: boolean;
}

/** An amount, on a phone with the head of its column. */
export function FigureCell({ head, amount, isFirst }: FigureProps) {
  const place = isFirst ? 'max-md:order-1' : `${second} ${Number(amount) === 0 ? 'max-md:hidden' : ''}`;
  return (
    <td className={`md:(pl-2 pr-4 py-2) text-right whitespace-nowrap ${place}`}>
      <PhoneHead>{head}</PhoneHead>
      {showYuan(amount)}
    </td>
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
          <thead className="max-md:sr-only">
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
              <tr key={order.no} className={`${statementRow} border-line`}>
                <td className="md:(px-4 py-2) whitespace-nowrap max-md:order-1">{order.day}</td>
                <td className="md:(px-2 py-2) max-md:(order-1 flex-1)">
                  <a className="link" href={path('/order/info/[id]', { id: order.no })}>
                    {order.no}
                  </a>
                </td>
                {entriesOf(columns).map(([column, head]) => (
                  <FigureCell key={column} head={head} amount={order[column]} isFirst={column === 'paid'} />
                ))}
                <td className={`md:(px-2 py-2) ${second}`}>
                  {order.invoices.length > 0 && <PhoneHead>发票</PhoneHead>}
                  {order.invoices.map(({ id, number }) =>
                    mayInvoice ? (
                      <a
                        key={id}
                        className="md:block max-md:mr-2 link"
                        href={path('/zzfw/dzfp/[id]', { id })}
                      >
                        {number}
                      </a>
                    ) : (
                      <span key={id} className="md:block max-md:mr-2">
                        {number}
                      </span>
                    ),
                  )}
                </td>
                <td className={`md:(px-2 py-2) ${second}`}>
                  {order.parcels.length > 0 && (
                    <>
                      <PhoneHead>包裹</PhoneHead>
                      <a className="link" href={`${path('/order/info/[id]', { id: order.no })}#logistics`}>
                        {order.parcels.join('，')}
                      </a>
                    </>
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
