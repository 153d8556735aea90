import { useState } from 'react';
import { CaseHead } from '#islands/desk/case/CaseHead.tsx';
import { RowButton } from '#islands/desk/list/RowButton.tsx';
import { ProofLinks } from '#islands/flows/ProofLinks.tsx';
import { buttonClass } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { ParcelWay } from '#islands/ui/ParcelWay.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { path } from '#lib/contract/routes.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import type { Side } from '#lib/rules/companies/staff.ts';
import { AddCodesDialog, type SentLot } from './AddCodesDialog.tsx';
import { CorrectParcelDialog } from './CorrectParcelDialog.tsx';
import { OrderLog, OrderMoney } from './OrderMoney.tsx';
import { RefundPanel } from './RefundPanel.tsx';
import { RefusalPanel } from './RefusalPanel.tsx';
import { ShipForm } from './ShipForm.tsx';

interface Props {
  initial: DeskOrder;
  /** Side of the viewer. */
  side: Side;
  may: {
    /** The viewer may open its 随货同行单. */
    print: boolean;
    /** The viewer may open after-sale cases. */
    seeCases: boolean;
    /** The viewer may download the order's proof. */
    seeProof: boolean;
  };
}

/** One order at the desk: address, payments, lines to ship, and shipped parcels with lots. */
export function OrderPage({ initial, side, may }: Props) {
  const [order, setOrder] = useState(initial);
  const [isDone, setDone] = useState(false);
  function finish(now: DeskOrder) {
    setOrder(now);
    // A parcel of a part leaves the rest to be sent here.
    setDone(now.pieces_left === 0);
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <CaseHead
        list="/desk/orders"
        id={order.no}
        hrefOf={(no) => path('/desk/orders/[no]', { no })}
        what="订单"
        title={`订单${order.no}`}
        isDone={isDone}
        tags={
          <>
            <Tag kind="soft">{order.status_text}</Tag>
            {order.is_late === 1 && <Tag kind="warn">超48小时未发完</Tag>}
            {order.hurried_at !== '' && <Tag kind="warn">买家{momentText(order.hurried_at)}催发货</Tag>}
            {order.pieces_asked > 0 && <Tag kind="warn">买家申请退款中</Tag>}
            {order.is_cold === 1 && <Tag kind="soft">冷链</Tag>}
          </>
        }
        acts={
          order.pieces_left > 0 &&
          order.may_ship === 1 && (
            <a
              className={buttonClass('plain', 'small')}
              href={path('/desk/orders/pick/[nos]', { nos: order.no })}
            >
              打印拣货单
            </a>
          )
        }
      >
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 m-0 px-3 md:px-4 py-3 text-small [&>dt]:text-ink-2 [&>dd]:m-0">
          <dt>采购企业</dt>
          <dd>{order.company}</dd>
          <dt>收货</dt>
          <dd>
            {order.receiver} <span className="num">{order.phone}</span> {order.place}
            {order.address}
          </dd>
          <dt>付款时间</dt>
          <dd className="num">{order.paid_at === '' ? '—' : momentText(order.paid_at)}</dd>
          {order.invoices.length > 0 && (
            <>
              <dt>发票</dt>
              <dd className="flex flex-wrap gap-x-3">
                {order.invoices.map(({ id, text }) => (
                  <a key={id} className="link num break-all" href={path('/desk/invoices/[id]', { id })}>
                    {text}
                  </a>
                ))}
              </dd>
            </>
          )}
          {may.seeProof && order.paid_at !== '' && (
            <>
              <dt>四流证明</dt>
              <dd>
                <ProofLinks no={order.no} />
              </dd>
            </>
          )}
          {order.remark !== '' && (
            <>
              <dt>买家备注</dt>
              <dd className="text-price">{order.remark}</dd>
            </>
          )}
        </dl>
      </CaseHead>
      <RefusalPanel order={order} onDone={finish} />
      {order.may_refund === 1 && <RefundPanel order={order} side={side} onDone={setOrder} />}
      {/* A parcel that went out empties the boxes; what is short leaves in them what was typed. */}
      <ShipForm key={order.parcels} order={order} onDone={finish} />
      <Sent order={order} mayPrint={may.print} onDone={setOrder} />
      <OrderMoney order={order} />
      <OrderLog order={order} seesCases={may.seeCases} />
    </div>
  );
}

interface SentProps {
  order: DeskOrder;
  mayPrint: boolean;
  onDone: (order: DeskOrder) => void;
}

function Sent({ order, mayPrint, onDone }: SentProps) {
  const { no, sent } = order;
  const [bare, setBare] = useState<SentLot | null>(null);
  const [wrong, setWrong] = useState<DeskOrder['sent'][number] | null>(null);
  if (sent.length === 0) return null;
  return (
    <section id="parcels" className="panel scroll-mt-2">
      <div className="panel-title">
        <h2>已发包裹</h2>
        {mayPrint && (
          <a
            className={buttonClass('plain', 'small', 'ml-auto')}
            href={path('/desk/orders/[no]/note', { no })}
          >
            打印随货同行单
          </a>
        )}
      </div>
      {sent.some((parcel) => parcel.may_correct === 1) && (
        <p className="px-3 md:px-4 pt-2 text-note text-ink-2">
          已登记的包裹不能撤回，订单不会回到待发货；承运方或运单号有误请点“更正运单”。
        </p>
      )}
      {sent.map((parcel) => (
        <div key={parcel.id} className="px-3 md:px-4 py-3 overflow-x-auto">
          <p className="mb-2 text-small">
            {parcel.carrier} <span className="num">{parcel.tracking_no}</span>，
            <span className="num">{momentText(parcel.shipped_at)}</span>发出{' '}
            {parcel.state_text !== '' && (
              <Tag kind={parcel.is_stuck === 1 ? 'warn' : 'info'}>{parcel.state_text}</Tag>
            )}{' '}
            {parcel.may_correct === 1 && (
              <RowButton
                text="更正运单"
                of={`${parcel.carrier} ${parcel.tracking_no}`}
                onPress={() => setWrong(parcel)}
              />
            )}
          </p>
          {parcel.events.length > 0 && (
            <details className="mb-2 text-small">
              <summary className="link w-fit">物流轨迹（{parcel.events.length}条）</summary>
              <div className="mt-2">
                <ParcelWay events={parcel.events} />
              </div>
            </details>
          )}
          <table className="w-full text-small [&_th]:(pr-3 whitespace-nowrap) [&_td]:(pr-3 py-0.5) [&_.num]:whitespace-nowrap [&_tr>:last-child]:pr-0">
            <thead className="text-left text-ink-2">
              <tr>
                <th className="font-400">商品</th>
                <th className="font-400">批号</th>
                <th className="font-400">生产日期</th>
                <th className="font-400">有效期至</th>
                <th className="font-400 text-right">数量</th>
                <th className="font-400 text-right">追溯码</th>
              </tr>
            </thead>
            <tbody>
              {parcel.lots.map((lot) => (
                <tr key={`${lot.name} ${lot.lot_no}`}>
                  <td className="min-w-96px">{lot.name}</td>
                  <td className="num">{lot.lot_no}</td>
                  <td className="num">{lot.produced_on}</td>
                  <td className="num">{lot.expires_on}</td>
                  <td className="num text-right">
                    {lot.quantity}
                    {lot.unit}
                  </td>
                  <td className="num text-right whitespace-nowrap">
                    {lot.trace_codes === 0 ? '—' : `${lot.trace_codes}个`}
                    {lot.codes_missing > 0 && (
                      <>
                        {' '}
                        {lot.codes_asked === 1 && <Tag kind="warn">买家索取</Tag>}{' '}
                        <RowButton
                          text="补登"
                          of={`${lot.name} ${lot.lot_no}`}
                          onPress={() => setBare(lot)}
                        />
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
      {wrong !== null && (
        <CorrectParcelDialog order={order} parcel={wrong} onClose={() => setWrong(null)} onDone={onDone} />
      )}
      {bare !== null && <AddCodesDialog no={no} lot={bare} onClose={() => setBare(null)} onDone={onDone} />}
    </section>
  );
}
