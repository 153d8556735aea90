import { PriceSegments } from '#islands/ui/PriceSegments.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { CartLineWire } from '#lib/contract/cart/calls.ts';
import type { PreviewGroup, PreviewOrder } from '#lib/contract/checkout.ts';
import { placeholderPath } from '#lib/contract/goods/pictures.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { expiryMonth, warehouseName } from '#lib/rules/terms/shelf-life.ts';
import { RemarkBox } from './RemarkBox.tsx';

/** The lines of one merchant, by the orders they are split into, each with its remark, in the order of the cart. */
export function MerchantOrders({ group }: { group: PreviewGroup }) {
  const ordered = new Set(group.orders.flatMap((order) => order.line_ids));
  const refused = group.lines.filter((line) => !ordered.has(line.id));
  return (
    <section
      aria-label={group.merchant.name}
      className="border-t-6 border-t-solid border-page first-of-type:border-t-0"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 md:px-4 min-h-touch py-2">
        <img src={group.merchant.logo} alt="" width="24" height="24" className="rounded-tag" />
        <h3 className="text-lead">{group.merchant.name}</h3>
        {group.orders.length > 1 && <Tag kind="info">分{group.orders.length}个订单发货</Tag>}
        <span className="ml-auto text-small text-ink-2 num">
          {group.shipping_text ?? `运费¥${showYuan(group.shipping_amount)}`}
        </span>
      </header>
      {group.orders.map((order) => (
        <Order
          key={order.key}
          order={order}
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

function Order({ order, lines }: { order: PreviewOrder; lines: CartLineWire[] }) {
  const place = order.is_cold_chain === 1 ? '冷链' : warehouseName(order.warehouse_id);
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
          className="flex items-center gap-2.5 px-3 md:px-4 py-2 bg-primary-wash text-small text-primary-ink"
        >
          <span className="tag bg-primary text-white">赠</span>
          {gift.name}{' '}
          <span className="num">
            {gift.quantity}
            {gift.bzdw}
          </span>
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 md:px-4 py-3 bg-card-dim">
        <RemarkBox
          orderKey={order.key}
          label="订单备注"
          name={`订单备注（${place}）`}
          placeholder="选填，只给这个商家的说明"
        />
        <p className="text-small text-ink-2 num">
          <Tag kind="plain">{place}</Tag> 商品 ¥{showYuan(order.goods_amount)}
          {order.discount_amount !== '0.00' && ` · 优惠 −¥${showYuan(order.discount_amount)}`} · 运费 ¥
          {showYuan(order.shipping_amount)} ·{' '}
          <span className="whitespace-nowrap">
            小计 <b className="text-price-ink">¥{showYuan(order.pay_amount)}</b>
          </span>
        </p>
      </div>
    </div>
  );
}

function Line({ line }: { line: CartLineWire }) {
  const goods = line.goods ?? line.combination?.parts[0]?.goods;
  const count = `${line.number}${line.combination ? '套' : (goods?.bzdw ?? '')}`;
  return (
    <li className="grid grid-cols-[56px_minmax(0,1fr)_auto] md:grid-cols-[56px_minmax(0,1fr)_110px_80px_110px] gap-x-3 md:gap-x-4 items-center px-3 md:px-4 py-2.5 border-b border-b-solid border-line last:border-b-0">
      <img
        src={goods?.image ?? placeholderPath}
        alt=""
        width="56"
        height="48"
        loading="lazy"
        className="w-56px h-head object-contain rounded-tag bg-card-dim max-md:row-span-2"
        onError={(event) => {
          if (!event.currentTarget.src.endsWith(placeholderPath)) event.currentTarget.src = placeholderPath;
        }}
      />
      <div className="min-w-0 max-md:col-span-2">
        <p className="flex flex-wrap items-center gap-1.5">
          <b className="font-600">{line.combination?.name ?? goods?.name ?? '已失效的商品'}</b>
          {line.combination && <Tag>组合</Tag>}
          {line.type === lineTypes.add_on && <Tag>换购</Tag>}
        </p>
        {line.combination ? (
          <p className="text-note text-ink-2 truncate">
            {line.combination.parts
              .map((part) => `${part.goods.name} ${part.quantity}${part.goods.bzdw}`)
              .join(' + ')}
          </p>
        ) : (
          goods && (
            <p className="flex gap-1 text-note text-ink-2 whitespace-nowrap num">
              <span className="min-w-0 truncate">
                {goods.ypgg} · {goods.sccj}
              </span>
              <span className="flex-none">· 效期 {expiryMonth(goods.expires_on)}</span>
            </p>
          )
        )}
        {line.refusal && <p className="text-note text-promo-ink">{line.refusal.reason}</p>}
      </div>
      {line.price !== undefined && (
        <>
          {line.price_segments ? (
            <span className="text-small max-md:col-start-2 md:col-span-2">
              <PriceSegments segments={line.price_segments} unit={goods?.bzdw ?? '套'} />
            </span>
          ) : (
            <>
              <span className="num text-small max-md:col-start-2 md:text-right">
                ¥{showYuan(line.price)}
                <span className="md:hidden"> × {count}</span>
              </span>
              <span className="num text-small text-ink-2 text-right max-md:hidden">× {count}</span>
            </>
          )}
          <b className="num text-right">¥{showYuan(line.line_amount ?? '')}</b>
        </>
      )}
    </li>
  );
}
