import type { ReactNode } from 'react';
import { ProofLinks } from '#islands/flows/ProofLinks.tsx';
import { CopyButton } from '#islands/ui/CopyButton.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { chatHref } from '#lib/contract/chat/href.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';
import { placeToCheck, placeToCheckText } from '#lib/rules/companies/delivery-place.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { warehouseName } from '#lib/rules/terms/shelf-life.ts';
import { addressText } from '#lib/rules/text/address-text.ts';
import { InvoiceTag } from './InvoiceTag.tsx';

/** Address, buyer, and payment. */
export function OrderFacts({ order }: { order: OrderDetail }) {
  const { address } = order;
  return (
    <div className="panel grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.6fr)] xl:grid-cols-3 lg:divide-x lg:divide-solid lg:divide-y-0 lg:divide-line">
      <Facts title="收货信息">
        <Fact name="收货人">
          {address.receiver} <span className="num">{address.phone}</span>
        </Fact>
        <Fact name="地址">
          {addressText(address)}
          {address.to_check === 1 && (
            <span className="tag-warn ml-1.5" title={placeToCheckText}>
              {placeToCheck}
            </span>
          )}
        </Fact>
        {order.remark && <Fact name="备注">{order.remark}</Fact>}
      </Facts>
      <Facts title="商家与配送">
        <Fact name="商家">
          {order.merchant}
          <a
            className="ml-2 link"
            href={chatHref(order.merchant_id, { kind: 'order', ref: order.no, title: order.no })}
            data-chat
            data-drawer-button
          >
            联系商家
          </a>
          <a
            className="ml-2 link no-chat-only"
            href={`${path('/business/[id]', { id: order.merchant_id })}#contact`}
          >
            联系商家
          </a>
        </Fact>
        <Fact name="发货仓">
          {warehouseName(order.ck_id) || '商家仓库'}
          {order.is_cold_chain === 1 && '，全程冷链'}
        </Fact>
        <Fact name="运费">
          {order.shipping_amount === '0.00' ? '免运费' : `¥${showYuan(order.shipping_amount)}`}
        </Fact>
      </Facts>
      <Facts title="订单与付款">
        <Fact name="订单号">
          <span className="num break-all">{order.no}</span>
          <CopyButton text={order.no} of="订单号" />
        </Fact>
        <Fact name="交易号">
          <span className="num break-all">{order.trade_no}</span>
        </Fact>
        <Fact name="下单时间">
          <span className="num">{momentText(order.created_at)}</span>
        </Fact>
        {order.payments.map((payment) => (
          <Fact key={payment.pay_no} name="付款">
            {payment.way}
            {payment.paid_at && <span className="num"> {momentText(payment.paid_at)}</span>}
            <a
              className="block link num text-note break-all"
              href={path('/cart/step4', undefined, { pay_no: payment.pay_no })}
            >
              支付单 {payment.pay_no}
            </a>
          </Fact>
        ))}
        {order.payments.length === 0 && <Fact name="付款">未付款</Fact>}
        {order.invoice.state !== 'none' && (
          <Fact name="发票">
            <InvoiceTag {...order} />
          </Fact>
        )}
        {order.payments.some(({ paid_at: paidAt }) => paidAt !== '' && paidAt !== null) && (
          <Fact name="四流证明">
            <ProofLinks no={order.no} />
          </Fact>
        )}
      </Facts>
    </div>
  );
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="px-4 py-3 max-lg:(border-t border-t-solid border-line) max-lg:first:border-t-0">
      <h2 className="text-body">{title}</h2>
      <dl className="grid grid-cols-[60px_minmax(0,1fr)] gap-x-2 gap-y-1 mt-2 text-small">{children}</dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
