import { Price } from '#islands/ui/Price.tsx';
import { orderStatusOf } from '#lib/contract/numbers.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { discountsOf } from './amounts.ts';

/** From the goods to the paid amount, with promises and refunds. */
export function OrderAmounts({ order }: { order: OrderDetail }) {
  const keepsPromises = !orderIs.calledOff(orderStatusOf(order.status));
  const isBack = order.refunds.every((refund) => refund.is_back === 1);
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 w-[min(320px,100%)] ml-auto px-4 py-3 text-small">
      {order.goods_amount !== undefined && <Row name="商品金额" value={`¥${showYuan(order.goods_amount)}`} />}
      {discountsOf(order).map(({ text, amount }) => (
        <Row key={text} name={text} value={`−¥${showYuan(amount)}`} />
      ))}
      <Row
        name="运费"
        value={order.shipping_amount === '0.00' ? '免运费' : `¥${showYuan(order.shipping_amount)}`}
      />
      <dt className="self-center font-600">{order.paid_at ? '实付金额' : '应付金额'}</dt>
      <dd className="text-right">
        <Price yuan={order.pay_amount} />
      </dd>
      {order.refunded_amount !== '0.00' && (
        <Row name={isBack ? '已退款' : '退款（处理中）'} value={`−¥${showYuan(order.refunded_amount)}`} />
      )}
      {keepsPromises && order.rebate_amount !== '0.00' && (
        <Row name="返利（完成后入账）" value={`¥${showYuan(order.rebate_amount)}`} />
      )}
      {keepsPromises && order.cashback_amount !== '0.00' && (
        <Row name="满额返现（完成后入账）" value={`¥${showYuan(order.cashback_amount)}`} />
      )}
    </dl>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-right num">{value}</dd>
    </>
  );
}
