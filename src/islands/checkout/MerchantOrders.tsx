import { PriceSegments } from '#islands/ui/PriceSegments.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { CartLineWire } from '#lib/contract/cart/calls.ts';
import type { PreviewGroup, PreviewOrder } from '#lib/contract/checkout.ts';
import { placeholderPath } from '#lib/contract/goods/pictures.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { expiryMonth, warehouseName } from '#lib/rules/terms/shelf-life.ts';
import { FoldedRemark } from './RemarkBox.tsx';

/** The lines of one merchant, by the orders they are split into, each with its remark, in the order of the cart. */
export function MerchantOrders({ group }: { group: PreviewGroup }) {
  const ordered = new Set(group.orders.flatMap((order) => order.line_ids));
  const refused = group.lines.filter((line) => !ordered.has(line.id));
  const [only] = group.orders.length === 1 ? group.orders : [];
  return (
    <section
      aria-label={group.merchant.name}
      className="border-t-6 border-t-solid border-page first-of-type:border-t-0"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 md:px-4 min-h-control py-1">
        <img src={group.merchant.logo} alt="" width="20" height="20" className="rounded-tag" />
        <h3 className="text-body">{group.merchant.name}</h3>
        {group.orders.length > 1 && <Tag kind="info">分{group.orders.length}个订单发货</Tag>}
        {only && <Place order={only} />}
        {only && <FoldedRemark orderKey={only.key} place={placeOf(only)} />}
        <span className="ml-auto text-note text-ink-2 num">
          {group.shipping_text ?? `运费¥${showYuan(group.shipping_amount)}`}
        </span>
        {only && <Subtotal order={only} />}
      </header>
      {group.orders.map((order) => (
        <Order
          key={order.key}
          order={order}
          isAlone={order === only}
          lines={group.lines.filter(({ id }) => order.line_ids.includes(id))}
        />
      ))}
      {refused.length > 0 && (
        <ul>
          {refused.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      )}
    </section>
  );
}

const placeOf = (order: PreviewOrder) =>
  order.is_cold_chain === 1 ? '冷链' : warehouseName(order.warehouse_id);

function Place({ order }: { order: PreviewOrder }) {
  return <Tag kind="plain">{placeOf(order)}</Tag>;
}

/** The sum of an order with its discount, and its freight unless it is zero. */
function Subtotal({ order }: { order: PreviewOrder }) {
  return (
    <span className="max-md:ml-auto text-small text-ink-2 num">
      {order.discount_amount !== '0.00' && `优惠 −¥${showYuan(order.discount_amount)} · `}
      <span className="whitespace-nowrap">
        小计 <b className="text-price-ink">¥{showYuan(order.pay_amount)}</b>
      </span>
    </span>
  );
}

interface OrderProps {
  order: PreviewOrder;
  /** It is the merchant's only one, whose head says what it comes to. */
  isAlone: boolean;
  lines: CartLineWire[];
}

function Order({ order, isAlone, lines }: OrderProps) {
  return (
    <div className="border-t border-t-solid border-line">
      <ul>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      {order.gifts.map((gift) => (
        <p
          key={gift.activity_id}
          className="flex items-center gap-2.5 px-3 md:px-4 py-1.5 bg-primary-wash text-small text-primary-ink"
        >
          <span className="tag bg-primary text-white">赠</span>
          {gift.name}{' '}
          <span className="num">
            {gift.quantity}
            {gift.bzdw}
          </span>
        </p>
      ))}
      {!isAlone && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 md:px-4 py-1 bg-card-dim">
          <Place order={order} />
          <FoldedRemark orderKey={order.key} place={placeOf(order)} />
          <p className="flex items-center gap-2 ml-auto text-note text-ink-2 num">
            {order.shipping_amount !== '0.00' && `运费¥${showYuan(order.shipping_amount)}`}
            <Subtotal order={order} />
          </p>
        </div>
      )}
    </div>
  );
}

function Line({ line }: { line: CartLineWire }) {
  const goods = line.goods ?? line.combination?.parts[0]?.goods;
  const count = `${line.number}${line.combination ? '套' : (goods?.bzdw ?? '')}`;
  return (
    <li className="grid grid-cols-[32px_minmax(0,1fr)_auto] md:grid-cols-[32px_minmax(0,1fr)_80px_70px_90px] gap-x-3 items-center px-3 md:px-4 py-1 border-b border-b-solid border-line last:border-b-0 text-small">
      <img
        src={goods?.image ?? placeholderPath}
        alt=""
        width="32"
        height="32"
        loading="lazy"
        className="w-tool h-tool object-contain rounded-tag bg-card-dim max-md:row-span-2"
        onError={(event) => {
          if (!event.currentTarget.src.endsWith(placeholderPath)) event.currentTarget.src = placeholderPath;
        }}
      />
      <div className="min-w-0 max-md:col-span-2">
        <p className="flex items-baseline gap-1.5 whitespace-nowrap">
          <b className="font-600 truncate">{line.combination?.name ?? goods?.name ?? '已失效的商品'}</b>
          {line.combination && <Tag>组合</Tag>}
          {line.type === lineTypes.add_on && <Tag>换购</Tag>}
          <span className="min-w-0 flex-1 basis-0 truncate text-note text-ink-2 num">
            {line.combination
              ? line.combination.parts
                  .map((part) => `${part.goods.name} ${part.quantity}${part.goods.bzdw}`)
                  .join(' + ')
              : goods && `${goods.ypgg} · 效期 ${expiryMonth(goods.expires_on)} · ${goods.sccj}`}
          </span>
        </p>
        {line.refusal && <p className="text-note text-promo-ink">{line.refusal.reason}</p>}
      </div>
      {line.price !== undefined && (
        <>
          {line.price_segments ? (
            <span className="text-note max-md:col-start-2 md:col-span-2 md:text-right">
              <PriceSegments segments={line.price_segments} unit={goods?.bzdw ?? '套'} />
            </span>
          ) : (
            <>
              <span className="num max-md:col-start-2 md:text-right">
                ¥{showYuan(line.price)}
                <span className="md:hidden"> × {count}</span>
              </span>
              <span className="num text-ink-2 text-right max-md:hidden">× {count}</span>
            </>
          )}
          <b className="num text-right">¥{showYuan(line.line_amount ?? '')}</b>
        </>
      )}
    </li>
  );
}
