import { Scrolled } from '#islands/ui/Scrolled.tsx';
import type { InvoiceDetail } from '#lib/contract/invoices.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  invoice: Pick<InvoiceDetail, 'lines'>;
  /** Address of an order's page. */
  hrefOf: (no: string) => string;
}

/** The lines in the order of the invoice; a discount is below its goods. */
export function InvoiceLines({ invoice: { lines }, hrefOf }: Props) {
  return (
    <section className="panel" aria-labelledby="lines">
      <h2 id="lines" className="panel-title">
        明细 <span className="text-small font-400 text-ink-2 num">{lines.length}行</span>
      </h2>
      <Scrolled label="发票明细">
        <table className="w-full min-w-720px text-small">
          <thead>
            <tr className="text-left text-ink-2 bg-card-dim">
              <th scope="col" className="px-2 first:pl-4 py-2 font-400 whitespace-nowrap">
                项目
              </th>
              <th scope="col" className="px-2 first:pl-4 py-2 font-400 whitespace-nowrap">
                订单
              </th>
              <th scope="col" className="px-2 py-2 font-400 text-right whitespace-nowrap">
                数量
              </th>
              <th scope="col" className="px-2 py-2 font-400 text-right whitespace-nowrap">
                单价（不含税）
              </th>
              <th scope="col" className="px-2 py-2 font-400 text-right whitespace-nowrap">
                金额
              </th>
              <th scope="col" className="px-2 first:pl-4 py-2 font-400 whitespace-nowrap">
                税率
              </th>
              <th scope="col" className="px-2 py-2 font-400 text-right whitespace-nowrap">
                税额
              </th>
              <th scope="col" className="px-2 py-2 font-400 text-right whitespace-nowrap">
                价税合计
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.seq} className="border-t border-t-solid border-line">
                <td className={`py-2 pr-2 min-w-160px ${line.nature === 1 ? 'pl-8' : 'pl-4'}`}>
                  {line.nature === 1 ? `折扣：${line.name}` : line.name}
                  {line.spec !== '' && <span className="ml-1 text-ink-2">{line.spec}</span>}
                </td>
                <td className="px-2 py-2">
                  <a className="link num" href={hrefOf(line.order_no)}>
                    {line.order_no}
                  </a>
                </td>
                <td className="px-2 py-2 text-right num whitespace-nowrap">
                  {line.quantity === null ? '' : `${line.quantity}${line.unit}`}
                </td>
                <td className="px-2 py-2 text-right num whitespace-nowrap">{line.unit_price}</td>
                <td className="px-2 py-2 text-right num whitespace-nowrap">{showYuan(line.net_amount)}</td>
                <td className="px-2 py-2 whitespace-nowrap">{line.tax_text}</td>
                <td className="px-2 py-2 text-right num whitespace-nowrap">{showYuan(line.tax_amount)}</td>
                <td className="px-2 py-2 text-right num whitespace-nowrap">{showYuan(line.gross_amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </section>
  );
}
