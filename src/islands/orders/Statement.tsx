import { buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { MerchantBox } from '#islands/ui/MerchantBox.tsx';
import { Scrolled } from '#islands/ui/Scrolled.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { allStores } from '#lib/contract/constants.ts';
import type { PurchaseStatementValues } from '#lib/contract/orders/search.ts';
import type { PurchaseStatement } from '#lib/contract/orders/statement.ts';
import { path, withQuery } from '#lib/contract/routes.ts';
import { figureHeads, footText } from '#lib/rules/flows/statement.ts';
import { entriesOf } from '#lib/rules/terms/keys.ts';
import { FigureCell, FigureHead, StatementOrders, statementRow } from './StatementOrders.tsx';

interface Props {
  statement: PurchaseStatement;
  input: PurchaseStatementValues;
  /** The role looks after invoices. */
  mayInvoice: boolean;
}

/** Money columns in their order, by their heads; amounts in yuan. */
const columns = {
  uninvoiced_before: figureHeads.uninvoicedBefore,
  paid: figureHeads.sold,
  refunded: figureHeads.refunded,
  invoiced: figureHeads.invoiced,
  red: figureHeads.red,
  uninvoiced: figureHeads.uninvoiced,
  back: figureHeads.back,
  owed: figureHeads.owed,
} as const satisfies Partial<Record<keyof PurchaseStatement['total'], string>>;

/** 采购对账: a row for each month and merchant, and the sum; drawn on the server alone. */
export function Statement({ statement, input, mayInvoice }: Props) {
  const { from, to, rows, total, orders, merchants, stores } = statement;
  const { merchant, store } = input;
  const file = (name: string) => withQuery(`${path('/order/dz')}/${name}`, { from, to, merchant, store });
  return (
    <section className="panel" aria-labelledby="statement">
      <h1 id="statement" className="panel-title flex-wrap">
        采购对账
        {rows.length > 0 && (
          <span className="ml-auto flex gap-2 font-400">
            <a className={buttonClass('plain', 'small')} href={file('mingxi.csv')} download>
              导出CSV
            </a>
            <a className={buttonClass('plain', 'small')} href={file('mingxi.xlsx')} download>
              导出Excel
            </a>
            <a className={buttonClass('plain', 'small')} href={file('pdf')} download>
              下载PDF
            </a>
          </span>
        )}
      </h1>
      <form
        action={path('/order/dz')}
        className="flex flex-wrap items-center gap-2 px-3 md:px-4 py-2.5 text-small border-b border-b-solid border-line"
      >
        <span className="flex items-center gap-1 max-md:w-full">
          <input
            type="month"
            name="from"
            aria-label="从月份"
            defaultValue={from}
            placeholder="2026-11"
            className="input px-2 md:w-140px"
          />
          至
          <input
            type="month"
            name="to"
            aria-label="到月份"
            defaultValue={to}
            placeholder="2026-11"
            className="input px-2 md:w-140px"
          />
        </span>
        <MerchantBox
          merchants={merchants}
          merchant={merchant}
          className="input px-2 w-[calc(50%-4px)] md:w-140px"
        />
        {stores.length > 0 && (
          <SelectBox
            label="门店"
            hidesLabel
            name="store"
            className="input px-2 w-[calc(50%-4px)] md:w-140px"
            defaultValue={store === undefined ? '' : String(store)}
            options={[
              { value: '', text: '本企业' },
              { value: allStores, text: '本企业和全部门店' },
              ...stores.map(({ id, name }) => ({ value: String(id), text: name })),
            ]}
          />
        )}
        <button type="submit" className={buttonClass('ghost')}>
          查询
        </button>
      </form>
      {rows.length === 0 ? (
        <Empty icon="i-lucide-receipt-text" title="这段时间没有付款和退款" text="换一个月份再查" />
      ) : (
        <Scrolled label="采购对账明细">
          <table className="w-full text-small num">
            <thead className="max-md:sr-only">
              <tr className="text-left text-ink-2 bg-card-dim">
                <th className="px-3 md:px-4 py-2 font-400" scope="col">
                  月份
                </th>
                <th className="px-2 py-2 font-400" scope="col">
                  商家
                </th>
                <FigureHead>付款订单数</FigureHead>
                {entriesOf(columns).map(([key, head]) => (
                  <FigureHead key={key}>{head}（元）</FigureHead>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.month} ${row.merchant_id}`} className={`${statementRow} border-line`}>
                  <td className="md:(px-4 py-2) whitespace-nowrap max-md:order-1">{row.month}</td>
                  <td className="md:(px-2 py-2 min-w-96px) max-md:(order-1 flex-1)">
                    <a
                      className="link"
                      href={path('/order/dz', undefined, {
                        from: row.month,
                        to: row.month,
                        merchant: row.merchant_id,
                        store,
                      })}
                    >
                      {row.merchant}
                    </a>
                  </td>
                  <Figures of={row} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className={`${statementRow} border-line-strong font-600`}>
                <th className="md:(px-4 py-2) max-md:(order-1 flex-1) text-left" scope="row" colSpan={2}>
                  合计
                </th>
                <Figures of={total} />
              </tr>
            </tfoot>
          </table>
        </Scrolled>
      )}
      {orders.length > 0 && (
        <StatementOrders orders={orders} total={statement.orders_total} file={file} mayInvoice={mayInvoice} />
      )}
      <p className="px-3 md:px-4 py-2.5 border-t border-t-solid border-line text-note text-ink-2">
        订单按付款的月份计，退款按退款的月份计，含正在退的款；发票按开具的月份计。{footText}
        点商家看这个月的订单、发票和包裹。发票由企业管理员或财务在
        <a className="link underline" href={path('/zzfw/dzfp')}>
          电子发票
        </a>
        按月申请和下载。
      </p>
    </section>
  );
}

function Figures({ of }: { of: PurchaseStatement['total'] }) {
  return (
    <>
      <td className="md:(pl-2 pr-4 py-2) text-right max-md:(order-3 text-note text-ink-2)">
        {of.orders}
        <span className="md:hidden">单</span>
      </td>
      {entriesOf(columns).map(([column, head]) => (
        <FigureCell key={column} head={head} amount={of[column]} isFirst={column === 'paid'} />
      ))}
    </>
  );
}
