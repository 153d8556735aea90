import { useCallback, useEffect, useRef, useState } from 'react';
import { useNews } from '#islands/shell/use-news.ts';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Pagination } from '#islands/ui/Pagination.tsx';
import { LinkTabs } from '#islands/ui/Tabs.tsx';
import { CancelledError } from '#lib/client/api.ts';
import { loadOrders } from '#lib/client/stores/orders/orders.ts';
import { keepInPlace, type ShownOrders } from '#lib/client/stores/orders/shown-orders.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { orderNumbers } from '#lib/contract/order-numbers.ts';
import type { OrderList as List } from '#lib/contract/orders/order.ts';
import type { ListOrdersValues } from '#lib/contract/orders/search.ts';
import { path } from '#lib/contract/routes.ts';
import { orderTabs } from '#lib/rules/orders/order-state.ts';
import { isNarrowed, OrderSearch, searchOf } from './OrderSearch.tsx';
import { StoreWaits } from './StoreWaits.tsx';
import { byTrade, TradeOrders } from './TradeOrders.tsx';

interface Props {
  initial: List;
  input: ListOrdersValues;
}

/** The company's orders by tabs; what moves elsewhere shows by itself, what comes elsewhere waits for a press. */
export function OrderList({ initial, input }: Props) {
  const [{ orders, further }, setShown] = useState<ShownOrders>({ orders: initial, further: 0 });
  const { page, size } = input;
  const status = input.status.join(',');
  const { list, total, counts, now } = orders;

  const reload = useCallback(
    async (keep?: typeof keepInPlace, onFailed: (error: unknown) => void = () => undefined) => {
      // If reloading fails the list stays; the server decides about every act anyway.
      await loadOrders(input).then(
        (next) => setShown((was) => keep?.(was.orders, next) ?? { orders: next, further: 0 }),
        onFailed,
      );
    },
    [input],
  );
  // The button that showed new orders is gone: the focus moves to the first of them.
  const trades = useRef<HTMLDivElement>(null);
  const leadsOn = useRef(false);
  useEffect(() => {
    if (!leadsOn.current || list.length === 0) return;
    leadsOn.current = false;
    trades.current?.querySelector('a')?.focus();
  }, [list]);
  const showFurther = () => {
    leadsOn.current = true;
    void reload(undefined, (error) => {
      if (error instanceof CancelledError) return;
      leadsOn.current = false;
      react(error);
    });
  };
  // News during the response to that press replace it, and show what was requested.
  useNews('order', () => void (leadsOn.current ? showFurther() : reload(keepInPlace)));

  const href = (of: string, at?: number) =>
    path('/order', undefined, { status: of, ...searchOf(input), page: at === 1 ? undefined : at });
  const tabs = [
    { id: '', text: '全部', href: href('') },
    ...orderTabs.map(({ text, statuses }) => {
      const numbers = statuses.map((one) => orderNumbers[one]);
      const id = numbers.join(',');
      const count = numbers.reduce((sum, one) => sum + (counts[one] ?? 0), 0);
      return { id, text, count, href: href(id) };
    }),
  ];
  const toReceive = counts[orderNumbers.to_receive] ?? 0;
  const unpaid = new Set(
    list.filter((order) => order.actions.includes('pay')).map((order) => order.trade_no),
  );
  return (
    <>
      <section className="panel">
        <div className="panel-title">
          <h1 className="text-title">我的订单</h1>
          <span role="status">
            {further > 0 && (
              <Button kind="ghost" size="small" onClick={showFurther}>
                显示{further}个新订单
              </Button>
            )}
          </span>
          <span className="flex gap-2 ml-auto font-400">
            {toReceive > 0 && (
              <a className={buttonClass('ghost', 'small')} href={path('/order/receive')}>
                全部收货
              </a>
            )}
            <a className={buttonClass('plain', 'small')} href={path('/order/dz')}>
              采购对账
            </a>
          </span>
        </div>
        <LinkTabs label="订单状态" items={tabs} current={status} />
        {toReceive > 0 && status.split(',').includes(String(orderNumbers.to_receive)) && <ScanToReceive />}
        <OrderSearch orders={orders} input={input} />
      </section>
      <StoreWaits waits={orders.store_waits} mayApprove={orders.may_approve === 1} />
      {unpaid.size > 1 && (
        <p className="panel flex items-center gap-3 mt-3 px-4 py-2 text-small">
          <span className="i-lucide-layers text-title text-primary" aria-hidden="true" />有{unpaid.size}
          笔交易待付款，可以一次付清。
          <a className={buttonClass('primary', 'small', 'ml-auto')} href={path('/cart/hm')}>
            合并付款
          </a>
        </p>
      )}
      {list.length === 0 ? (
        <div className="panel mt-3">
          <NoOrders
            isFiltered={status !== '' || isNarrowed(input)}
            isBeyond={total > 0}
            first={href(status)}
          />
        </div>
      ) : (
        <div ref={trades} className="grid gap-3 mt-3">
          {byTrade(list).map((orders) => (
            <TradeOrders key={orders[0]?.no} orders={orders} now={now} onChanged={() => void reload()} />
          ))}
        </div>
      )}
      <Pagination page={page} pages={Math.ceil(total / size)} hrefOf={(at) => href(status, at)} />
    </>
  );
}

function NoOrders({
  isFiltered,
  isBeyond,
  first,
}: {
  isFiltered: boolean;
  isBeyond: boolean;
  first: string;
}) {
  if (isBeyond)
    return (
      <Empty icon="i-lucide-clipboard-list" title="本页没有订单了">
        <a className={buttonClass()} href={first}>
          回到第一页
        </a>
      </Empty>
    );
  return (
    <Empty
      icon="i-lucide-clipboard-list"
      title={isFiltered ? '没有符合条件的订单' : '还没有订单'}
      text={isFiltered ? '换一个状态、日期或关键词再找找' : '下单后在这里付款、查看物流和批号'}
    >
      {isFiltered && (
        <a className={buttonClass()} href={path('/order')}>
          查看全部订单
        </a>
      )}
      <a className={buttonClass(isFiltered ? 'plain' : 'primary')} href={path('/list')}>
        去选购药品
      </a>
    </Empty>
  );
}

/** A parcel that is scanned here is ticked on the page that receives several. */
function ScanToReceive() {
  return (
    <form action={path('/order/receive')} className="flex items-center gap-2 px-3 md:px-4 pt-2.5">
      <input
        name="code"
        required
        maxLength={100}
        autoComplete="off"
        aria-label="扫码收货"
        placeholder="扫运单号或追溯码收货"
        className="input num w-full md:w-280px"
      />
      <button type="submit" className={buttonClass('plain')}>
        扫码收货
      </button>
    </form>
  );
}
