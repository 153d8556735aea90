import { useState } from 'react';
import { Countdown } from '#islands/pay/Countdown.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { react } from '#lib/client/stores/shell/react.ts';
import { enterStore } from '#lib/client/stores/stores.ts';
import { placeholderPath } from '#lib/contract/goods/pictures.ts';
import type { OrderWire } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import type { OrderVerb } from '#lib/rules/orders/order-state.ts';
import { piecesText } from '#lib/rules/terms/pieces.ts';
import { CaseTags } from './CaseTags.tsx';
import { toneOf } from './faces.ts';
import { InvoiceTag } from './InvoiceTag.tsx';
import { OrderActions } from './OrderActions.tsx';

/** Pictures in the strip; the rest is on the order's page. */
const shownPictures = 5;

interface Props {
  order: OrderWire;
  /** The server's clock, ISO 8601. */
  now: string;
  /** True: its trade is paid by the button above it. */
  isPaidAbove?: boolean;
  onChanged: (verb: OrderVerb) => void;
}

/** One order of the list in two lines: merchant, state and amount; pictures and what can be done. */
export function OrderCard({ order, now, isPaidAbove = false, onChanged }: Props) {
  return (
    <article className="panel" aria-label={`订单${order.no}`}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-3 md:px-4 py-1.5 rounded-t bg-card-dim text-small">
        <b className="font-600 text-body">{order.merchant}</b>
        {order.store && <Tag kind="plain">{order.store.name}</Tag>}
        {order.is_cold_chain === 1 && <Tag kind="info">冷链</Tag>}
        {order.is_arrived === 1 && <Tag kind="soft">包裹已签收</Tag>}
        {/* The state is announced where the list is told of it; it stands before the number for a phone's first line. */}
        <span className="flex items-baseline gap-x-3 ml-auto md:order-last">
          {order.deadline_at && (
            <span className="text-note text-ink-2">
              剩余 <Countdown until={order.deadline_at} now={now} onEnd={() => onChanged('pay')} />
            </span>
          )}
          <b className={`font-600 ${toneOf(order.status)}`}>{order.status_text}</b>
          <b className="font-600 text-body num md:min-w-90px text-right">¥{showYuan(order.pay_amount)}</b>
        </span>
        <span className="flex flex-wrap gap-x-4 text-note text-ink-2 num max-md:w-full">
          <span>{order.no}</span>
          <time dateTime={order.created_at}>{momentText(order.created_at)}</time>
        </span>
      </header>
      <div className="flex flex-wrap md:flex-nowrap items-center gap-x-4 gap-y-1.5 px-3 md:px-4 py-1.5">
        <Goods order={order} />
        <div className="flex items-center gap-3 ml-auto">
          <CaseTags cases={order.cases} isOpen />
          {order.invoice.state !== 'open' && <InvoiceTag {...order} />}
          <Detail order={order} />
          <OrderActions order={order} isCard isPaidAbove={isPaidAbove} onChanged={onChanged} />
        </div>
      </div>
    </article>
  );
}

/** The pictures of the first items, the names of the first two, and how many pieces there are. */
function Goods({ order }: { order: OrderWire }) {
  const { lines, shipping_amount: freight, refunded_amount: refunded } = order;
  const names = lines.slice(0, 2).map(({ name }) => name);
  const pieces = piecesText(lines.map(({ bzdw, number }) => ({ unit: bzdw, quantity: number })));
  const [only] = lines.length === 1 ? lines : [];
  return (
    <div className="flex items-center gap-3 min-w-0 flex-1 max-md:basis-full">
      <span className="flex flex-none gap-1">
        {lines.slice(0, shownPictures).map((line, at) => (
          <img
            key={line.id}
            src={line.image}
            alt=""
            title={`${line.name} ${line.ypgg} ×${line.number}${line.bzdw}`}
            width="44"
            height="44"
            loading="lazy"
            className={`w-touch h-touch object-contain rounded-tag bg-card-dim ${at > 1 ? 'max-md:hidden' : ''}`}
            onError={(event) => {
              if (!event.currentTarget.src.endsWith(placeholderPath))
                event.currentTarget.src = placeholderPath;
            }}
          />
        ))}
      </span>
      <div className="min-w-0 text-small">
        <p className="truncate">
          {names.join('、')}
          {only && ` ${only.ypgg}`}
          {lines.length > names.length && `等${lines.length}种`}
        </p>
        <p className="text-note text-ink-2 truncate num">
          共{pieces}
          {freight !== '0.00' && ` · 含运费¥${showYuan(freight)}`}
          {refunded !== '0.00' && <span className="text-info-ink"> · 已退¥{showYuan(refunded)}</span>}
        </p>
      </div>
    </div>
  );
}

const linkClass = 'link p-0 border-0 bg-transparent text-small whitespace-nowrap cursor-pointer';

/** The way to the order's page: of a store's order through the store, whose page it is. */
function Detail({ order }: { order: OrderWire }) {
  const [isBusy, setBusy] = useState(false);
  const href = path('/order/info/[id]', { id: order.no });
  const { store } = order;
  if (store === null)
    return (
      <a className={linkClass} href={href} aria-label={`订单详情 ${order.no}`}>
        订单详情
      </a>
    );
  return (
    <button
      type="button"
      className={linkClass}
      disabled={isBusy}
      aria-label={`到门店查看 ${store.name} 订单${order.no}`}
      onClick={() => {
        setBusy(true);
        enterStore(store.id).then(
          () => location.assign(href),
          (error: unknown) => {
            setBusy(false);
            react(error);
          },
        );
      }}
    >
      到门店查看
    </button>
  );
}
