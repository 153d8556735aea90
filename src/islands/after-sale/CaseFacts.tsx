import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import type { AfterSaleDetail } from '#lib/contract/after-sale/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';

/** The subject of a case: its items and lots, the amount, the return shipment. */
export function CaseFacts({ found }: { found: AfterSaleDetail }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 m-0 px-3 md:px-4 py-3 text-small [&>dt]:text-ink-2 [&>dd]:m-0">
        <dt>原因</dt>
        <dd>{found.reason}</dd>
        {(found.amount !== '0.00' || (found.refunded_amount !== '' && found.refunded_amount !== '0.00')) && (
          <>
            <dt>{found.refunded_amount !== '' ? '已退款' : found.is_open === 1 ? '预计退款' : '申请退款'}</dt>
            <dd className="num">
              <b>¥{showYuan(found.refunded_amount === '' ? found.amount : found.refunded_amount)}</b>
              {/* A case that ended without a refund has none. */}
              {(found.refunded_amount !== '' || found.is_open === 1) && '，按原支付方式退回'}
            </dd>
          </>
        )}
        {found.due_at !== null && (
          <>
            <dt>处理时限</dt>
            <dd className="num">{momentText(found.due_at)}前</dd>
          </>
        )}
        {found.tracking_no !== '' && (
          <>
            <dt>寄回物流</dt>
            <dd>
              {found.carrier} <span className="num">{found.tracking_no}</span>{' '}
              {found.has_arrived === 1 && <Tag kind="soft">已到货</Tag>}
            </dd>
          </>
        )}
        {found.return_to && (
          <>
            <dt>寄回地址</dt>
            <dd>
              {found.return_to.name} <span className="num">{found.return_to.phone}</span>{' '}
              {found.return_to.address}
              <span className="block text-note text-ink-2">
                包裹上请写明售后单号{found.id}
                {found.is_recall === 1 && '；批号召回，运费由商家承担，请寄到付'}
              </span>
            </dd>
          </>
        )}
      </dl>
      <ul className="border-t border-t-solid border-line">
        {found.lines.map((line) => (
          <li
            key={`${line.name} ${line.lot_no}`}
            className="flex flex-wrap gap-x-4 gap-y-0.5 px-3 md:px-4 py-2 text-small"
          >
            <span className="font-500">{line.name}</span>
            <span className="text-ink-2">
              {line.ypgg} {line.sccj}
            </span>
            {line.lot_no !== '' && <span className="text-ink-2 num">批号 {line.lot_no}</span>}
            <span className="num ml-auto">
              ×{line.number}
              {line.bzdw}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
