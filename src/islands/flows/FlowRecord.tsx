import type { ReactNode } from 'react';
import { Scrolled } from '#islands/ui/Scrolled.tsx';
import type { OrderFlow } from '#lib/rules/flows/flow.ts';
import { formatYuan, showYuan } from '#lib/rules/money/money.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';

/** An amount of a file that anyone may have written: no number is shown as it is. */
function yuan(fen: number): string {
  return Number.isSafeInteger(fen) ? showYuan(formatYuan(fen)) : String(fen);
}

function momentOf(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : minuteKey(at);
}

/** An order's record as its proof has it: goods with their lots, invoices, and the money. */
export function FlowRecord({ flow }: { flow: OrderFlow }) {
  const { lines, invoices, ledger, payment } = flow;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-small">
      <p className="flex flex-wrap gap-x-5 gap-y-1 num">
        <span>付款时间 {momentOf(flow.paidAt)}</span>
        <span>
          实付 {yuan(flow.total)}元（含运费{yuan(flow.freight)}元）
        </span>
        <span>已退 {yuan(flow.refunded)}元</span>
        <span>
          账上销售 {yuan(ledger.sold)}元，退款 {yuan(ledger.refunded)}元
        </span>
        <span>
          收款 {yuan(payment.came)}元，退款单 {yuan(payment.refunded)}元
        </span>
      </p>
      <Table
        caption="货"
        heads={['商品', '数量', '已发', '退回', '批号和包裹', '实付（元）', '已退（元）', '已开票（元）']}
      >
        {lines.map((line) => (
          <tr key={line.line}>
            <td>{line.name}</td>
            <td className="num">{line.pieces}</td>
            <td className="num">{line.shipped}</td>
            <td className="num">{line.returned}</td>
            <td className="num">
              {line.lots.map(({ lot, pieces, parcel }) => `${lot}：${pieces}（${parcel}）`).join('，')}
            </td>
            <td className="num text-right">{yuan(line.paid)}</td>
            <td className="num text-right">{yuan(line.refunded)}</td>
            <td className="num text-right">{yuan(line.invoiced)}</td>
          </tr>
        ))}
      </Table>
      {invoices.length > 0 && (
        <Table caption="票" heads={['发票号码', '种类', '价税合计（元）', '金额（元）', '税额（元）']}>
          {invoices.map(({ number, color, gross, net, tax }) => (
            <tr key={number}>
              <td className="num">{number}</td>
              <td>{color === 'red' ? '红字' : '蓝字'}</td>
              <td className="num text-right">{yuan(gross)}</td>
              <td className="num text-right">{yuan(net)}</td>
              <td className="num text-right">{yuan(tax)}</td>
            </tr>
          ))}
        </Table>
      )}
    </div>
  );
}

function Table({
  caption,
  heads,
  children,
}: {
  caption: string;
  heads: readonly string[];
  children: ReactNode;
}) {
  return (
    <Scrolled label={caption}>
      <table className="w-full [&_th]:(px-2 py-2 font-400 text-ink-2 text-left whitespace-nowrap) [&_td]:(px-2 py-2 border-t border-t-solid border-line)">
        <caption className="text-left font-600 pb-1">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={head.endsWith('（元）') ? 'text-right!' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scrolled>
  );
}
