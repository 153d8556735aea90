import { Price } from '#islands/ui/Price.tsx';
import { PriceSegments } from '#islands/ui/PriceSegments.tsx';
import { orderStatusOf } from '#lib/contract/order-numbers.ts';
import type { OrderDetail, OrderLineWire } from '#lib/contract/orders/order.ts';
import { formatYuan, parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { isOneOf } from '#lib/rules/terms/keys.ts';
import { piecesText } from '#lib/rules/terms/pieces.ts';
import type { PriceRule } from '#lib/rules/terms/quote-shape.ts';
import { LineGoods } from './LineGoods.tsx';

/** The items, the steps of each amount, and the sum. */
export function OrderLines({ order }: { order: OrderDetail }) {
  return (
    <section className="panel" aria-labelledby="goods">
      <h2 id="goods" className="panel-title">
        商品清单
        <span className="text-small font-400 text-ink-2 num">
          {order.lines.length}种
          {piecesText(order.lines.map(({ bzdw, number }) => ({ unit: bzdw, quantity: number })))}
        </span>
      </h2>
      <ul>
        {order.lines.map((line) => (
          <Line key={line.id} line={line} waits={orderIs.partShipped(orderStatusOf(order.status))} />
        ))}
      </ul>
      <OrderAmounts order={order} />
    </section>
  );
}

/** `waits`: what was not sent yet is to come. */
function Line({ line, waits }: { line: OrderLineWire; waits: boolean }) {
  const left = waits ? line.number - line.shipped_number - line.refunded_number : 0;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_110px_130px_130px] items-center gap-x-4 gap-y-1 px-3 md:px-4 py-2.5 border-b border-b-solid border-line">
      <div className="max-md:col-span-2 min-w-0">
        <LineGoods line={line} />
      </div>
      <p className="text-small num max-md:pl-68px">
        {line.price_segments ? (
          <PriceSegments segments={line.price_segments} unit={line.bzdw} />
        ) : (
          `${line.price === undefined ? '' : `¥${showYuan(line.price)} `}×${line.number}${line.bzdw}`
        )}
      </p>
      <p className="text-note text-ink-2 num max-md:(row-start-3 col-span-2 pl-68px)">
        {line.shipped_number > 0 && (
          <span className="md:block mr-2">
            已发{line.shipped_number}
            {line.bzdw}
          </span>
        )}
        {left > 0 && (
          <span className="md:block mr-2 text-promo-ink">
            待发{left}
            {line.bzdw}
          </span>
        )}
        {line.refunded_number > 0 && (
          <span className="md:block text-info-ink">
            已退{line.refunded_number}
            {line.bzdw}
          </span>
        )}
      </p>
      <div className="text-right num">
        {line.pay_amount !== undefined && <b>¥{showYuan(line.pay_amount)}</b>}
        {line.discount_amount !== undefined && line.discount_amount !== '0.00' && (
          <span className="block text-note text-ink-2">优惠 −¥{showYuan(line.discount_amount)}</span>
        )}
      </div>
      {line.price_trace && line.price_trace.length > 1 && <Trace line={line} trace={line.price_trace} />}
    </li>
  );
}

/** Every step from the list price to what the line paid. */
function Trace({ line, trace }: { line: OrderLineWire; trace: NonNullable<OrderLineWire['price_trace']> }) {
  const isPromise = (rule: string) => rule === 'rebate' || rule === 'cashback';
  const steps = trace.filter((step) => !isPromise(step.rule));
  const promises = trace.filter((step) => isPromise(step.rule));
  return (
    <details className="col-span-full md:justify-self-end md:w-420px max-md:pl-68px text-note">
      <summary className="w-fit md:ml-auto cursor-pointer text-info hover:underline">
        为什么是这个价<span className="sr-only">：{line.name}</span>
      </summary>
      <ol className="grid gap-1 mt-1.5 p-2.5 rounded bg-card-dim">
        {steps.map((step, at) => (
          <li key={`${step.rule}-${step.reason}`} className="flex justify-between gap-4">
            <span className="text-ink-2">{step.reason}</span>
            <span className="num whitespace-nowrap">
              {step.amount.startsWith('-')
                ? `−¥${showYuan(step.amount.slice(1))}`
                : `${at > 0 ? '+' : ''}¥${showYuan(step.amount)}`}
            </span>
          </li>
        ))}
        <li className="flex justify-between gap-4 font-600">
          本商品实付（不含运费）<span className="num">¥{showYuan(line.pay_amount ?? '')}</span>
        </li>
        {promises.map((step) => (
          <li key={`${step.rule}-${step.reason}`} className="text-promo-ink">
            {step.reason}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** From the goods to the paid amount, with promises and refunds. */
function OrderAmounts({ order }: { order: OrderDetail }) {
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

// The amounts of an order, step by step: the same as on the confirm page.

/** Rules that come off the goods amount, by the names of the confirm page. */
const reductions: { text: string; rules: readonly PriceRule[] }[] = [
  { text: '满减', rules: ['full_reduction'] },
  { text: '优惠券', rules: ['merchant_coupon', 'platform_coupon'] },
  { text: '现金券', rules: ['voucher'] },
];

/** Each kind of discount with its sum over the lines, yuan without a sign; kinds that took nothing off are left out. */
function discountsOf(order: Pick<OrderDetail, 'lines'>): { text: string; amount: string }[] {
  const steps = order.lines.flatMap((line) => line.price_trace ?? []);
  return reductions.flatMap(({ text, rules }) => {
    const sum = steps
      .filter((step) => isOneOf(rules, step.rule))
      .reduce((all, step) => all - parseYuan(step.amount), 0);
    return sum === 0 ? [] : [{ text, amount: formatYuan(sum) }];
  });
}
