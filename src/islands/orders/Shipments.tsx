import { ParcelWay } from '#islands/ui/ParcelWay.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import type { ShipmentWire } from '#lib/contract/orders/shipment.ts';
import { path } from '#lib/contract/routes.ts';

/** Every parcel: its carrier, where it has been, and the lots inside. */
export function Shipments({ no, shipments, lines }: Pick<OrderDetail, 'no' | 'shipments' | 'lines'>) {
  const units = new Map(lines.map(({ goods_id: id, bzdw }) => [id, bzdw]));
  return (
    <section id="logistics" className="panel scroll-mt-4" aria-labelledby="logistics-title">
      <h2 id="logistics-title" className="panel-title">
        物流与批号
        {shipments.length > 1 && (
          <span className="text-small font-400 text-ink-2">共{shipments.length}个包裹</span>
        )}
        <a className="link ml-auto text-small font-400" href={path('/order/receive/[id]', { id: no })}>
          逐批验收
        </a>
      </h2>
      {shipments.map((shipment) => (
        <Parcel key={shipment.tracking_no} shipment={shipment} units={units} />
      ))}
    </section>
  );
}

function Parcel({ shipment, units }: { shipment: ShipmentWire; units: ReadonlyMap<number, string> }) {
  return (
    <article
      aria-label={`运单${shipment.tracking_no}`}
      className="grid lg:grid-cols-[300px_minmax(0,1fr)] gap-x-6 gap-y-3 px-4 py-3 border-b border-b-solid border-line last:border-b-0"
    >
      <div>
        <p className="font-600">{shipment.carrier}</p>
        <p className="text-small text-ink-2">
          运单号 <span className="num break-all">{shipment.tracking_no}</span>
        </p>
        {shipment.state_text !== '' && (
          <p className="mt-1">
            <Tag kind={shipment.is_stuck === 1 ? 'warn' : 'info'}>{shipment.state_text}</Tag>
          </p>
        )}
        {shipment.events.length > 0 && (
          <div className="mt-2.5">
            <ParcelWay events={shipment.events} />
          </div>
        )}
        {shipment.is_stuck === 1 && (
          <p className="mt-2.5 text-small text-ink-2">
            包裹有异常或迟迟没有新消息，可以
            <a className="link" href={path('/help/[group]/[page]', { group: 'sjfw', page: 'lxwm' })}>
              联系客服
            </a>
            核实。
          </p>
        )}
      </div>
      <div className="overflow-x-auto">
        <table className="w-full text-small">
          <caption className="sr-only">本包裹的商品和批号</caption>
          <thead>
            <tr className="text-left text-note text-ink-2">
              <Head text="商品" />
              <Head text="批号" />
              <Head text="生产日期" isWide />
              <Head text="有效期至" />
              <Head text="数量" isNumber />
            </tr>
          </thead>
          <tbody>
            {shipment.lots.map((lot) => (
              <tr
                key={`${lot.goods_id}-${lot.lot_no}`}
                className="border-t border-t-solid border-line whitespace-nowrap"
              >
                <td className="py-1.5 pr-3 whitespace-normal min-w-96px">
                  {lot.name}
                  <TraceCodes codes={lot.trace_codes} />
                </td>
                <td className="py-1.5 pr-3 num">
                  {lot.lot_no}
                  <span className="block text-note text-ink-2 md:hidden">产 {lot.produced_on}</span>
                </td>
                <td className="py-1.5 pr-3 num max-md:hidden">{lot.produced_on}</td>
                <td className="py-1.5 pr-3 num">{lot.expires_on}</td>
                <td className="py-1.5 num text-right">
                  {lot.number}
                  {units.get(lot.goods_id)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </article>
  );
}

/** Visible codes next to their items; a button shows more. */
const shownCodes = 5;

function TraceCodes({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return null;
  const list = <span className="num break-all">{codes.join('、')}</span>;
  if (codes.length <= shownCodes) return <span className="block text-note text-ink-2">追溯码 {list}</span>;
  return (
    <details className="text-note text-ink-2">
      <summary className="link w-fit">追溯码{codes.length}个</summary>
      {list}
    </details>
  );
}

/** `isWide`: a column that a phone shows inside another one. */
function Head({
  text,
  isNumber = false,
  isWide = false,
}: {
  text: string;
  isNumber?: boolean;
  isWide?: boolean;
}) {
  return (
    <th
      scope="col"
      className={`py-1.5 font-400 whitespace-nowrap ${isNumber ? 'text-right' : 'pr-3'} ${isWide ? 'max-md:hidden' : ''}`}
    >
      {text}
    </th>
  );
}
