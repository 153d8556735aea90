import { useStore } from '@nanostores/react';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Tabs, tabPanel } from '#islands/ui/Tabs.tsx';
import { $cart, setCart } from '#lib/client/stores/cart/cart.ts';
import { rememberCartOrder, rememberCartPlaces } from '#lib/client/stores/cart/cart-order.ts';
import { viewCart } from '#lib/client/stores/cart/cart-view.ts';
import { followCart } from '#lib/client/stores/live/cart-news.ts';
import type { CartLineWire, CartState, LaterList, StoreList } from '#lib/contract/cart/calls.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { isOfPromotion } from '#lib/contract/offers/tags.ts';
import { path } from '#lib/contract/routes.ts';
import { type CartOrder, inKnownPlaces } from '#lib/rules/purchase/cart-order.ts';
import type { QuotedActivity, QuotedGroup } from '#lib/rules/terms/quote-shape.ts';
import { ActivityNote } from './ActivityNote.tsx';
import { ColumnHeads, OrderBox } from './CartTools.tsx';
import { CouponNotes } from './CouponNotes.tsx';
import { LaterLines } from './LaterLines.tsx';
import { MerchantGroup, type ShownGroup } from './MerchantGroup.tsx';
import { OrderedLines } from './OrderedLines.tsx';
import { PriceTrace } from './PriceTrace.tsx';
import { SumBar } from './SumBar.tsx';

interface Props {
  /** The cart as the server rendered it: the page asks for it once. */
  initial: CartState;
  later: LaterList;
  /** Other stores of the account, where there are any. */
  stores: StoreList['list'];
  /** The last sort order of the lines. */
  order: CartOrder;
  /** Merchants in the places where this browser last showed them. */
  places: readonly number[];
}

type Filter = 'all' | 'activity' | 'dropped' | 'refused';

/** Step 1 of the checkout: everything in the cart, by merchant. */
export function CartPage({ initial, later, stores, order: remembered, places: shownBefore }: Props) {
  const state = useStore($cart) ?? initial;
  // In the commit of the hydration: a click may follow directly.
  useLayoutEffect(() => {
    if ($cart.get() === null) setCart(initial);
  }, [initial]);
  useEffect(() => followCart(), []);
  const [filter, setFilter] = useState<Filter>('all');
  const [order, setOrder] = useState(remembered);
  const panelId = useId();
  const view = viewCart(state);
  const known = useRef<readonly number[] | null>(null);
  const groups = useMemo(() => {
    const made = groupLines(state);
    const ids = made.map(({ id }) => id).filter((id) => id !== 0);
    // A merchant that was gone when the page was loaded is a new one when it comes back.
    known.current ??= shownBefore.filter((id) => ids.includes(id));
    const places = inKnownPlaces(ids, known.current);
    known.current = places;
    const placeOf = ({ id }: ShownGroup) => (id === 0 ? places.length : places.indexOf(id));
    return made.sort((a, b) => placeOf(a) - placeOf(b));
  }, [state, shownBefore]);
  useEffect(() => rememberCartPlaces(groups.map(({ id }) => id).filter((id) => id !== 0)), [groups]);

  const mayOrder = state.may_order === 1;
  if (state.data.length === 0)
    return (
      <div className="grid gap-3">
        <EmptyCart />
        <LaterLines initial={later} mayOrder={mayOrder} />
      </div>
    );
  const tests = filterTests(state);
  const shown = groups
    .map((group) => ({ ...group, lines: group.lines.filter(tests[filter]) }))
    .filter((group) => group.lines.length > 0);
  return (
    <div className="grid gap-3">
      <h1 className="sr-only">购物车</h1>
      <div className="panel">
        {/* The line below is that of the whole bar. */}
        <div className="flex flex-wrap items-center justify-between gap-x-3 md:pr-4 [&>:first-child]:border-b-0">
          <Tabs
            label="筛选购物车"
            current={filter}
            panelId={panelId}
            onSelect={setFilter}
            items={[
              { id: 'all', text: '全部商品', count: state.data.length },
              { id: 'activity', text: '有促销', count: state.data.filter(tests.activity).length },
              { id: 'dropped', text: '已降价', count: state.data.filter(tests.dropped).length },
              { id: 'refused', text: '不可购买', count: state.data.filter(tests.refused).length },
            ]}
          />
          <OrderBox
            order={order}
            onOrder={(next) => {
              setOrder(next);
              rememberCartOrder(next);
            }}
          />
        </div>
        <ColumnHeads />
      </div>
      <div {...tabPanel(panelId, filter)} className="grid gap-2">
        {view.quote.activities.map((activity: QuotedActivity) => (
          <div key={activity.id} className="panel overflow-hidden">
            <ActivityNote activity={activity} />
          </div>
        ))}
        {shown.length === 0 && (
          <div className="panel">
            <Empty title="没有符合条件的商品" icon="i-lucide-list-filter" />
          </div>
        )}
        {order !== 'merchant' && shown.length > 0 && (
          <OrderedLines
            lines={shown.flatMap((group) => group.lines)}
            order={order}
            state={state}
            view={view}
          />
        )}
        {shown.map((group) => (
          <MerchantGroup
            key={group.id}
            group={group}
            state={state}
            view={view}
            hidesLines={order !== 'merchant'}
          />
        ))}
      </div>
      <CouponNotes coupons={view.quote.coupons} vouchers={view.quote.vouchers} merchants={state.merchants} />
      <LaterLines initial={later} mayOrder={mayOrder} />
      <SumBar state={state} view={view} stores={stores} />
      <PriceTrace />
    </div>
  );
}

function filterTests(state: CartState): Record<Filter, (line: CartLineWire) => boolean> {
  const { quoted } = viewCart(state);
  return {
    all: () => true,
    activity: (line) => line.type !== lineTypes.normal || (line.goods?.tags ?? []).some(isOfPromotion),
    dropped: (line) => line.price_change?.startsWith('-') === true,
    refused: (line) =>
      state.offers === null ? line.refusal !== null : quoted.get(line.id)?.refusal !== null,
  };
}

/** Lines by merchant in the quote's order; lines whose goods are gone have none (0). */
function groupLines(state: CartState): ShownGroup[] {
  const { quote } = viewCart(state);
  const names = new Map(state.merchants.map((merchant) => [merchant.id, merchant]));
  const quotedGroups = new Map<number, QuotedGroup>(quote.groups.map((group) => [group.merchantId, group]));
  const groups = new Map<number, ShownGroup>();
  for (const line of state.data) {
    const merchant = line.goods?.sjly ?? line.combination?.parts[0]?.goods.sjly;
    const id = merchant?.id ?? 0;
    const group = groups.get(id) ?? {
      id,
      name: names.get(id)?.name ?? merchant?.remarks ?? '已失效的商品',
      logo: names.get(id)?.logo ?? null,
      quoted: quotedGroups.get(id) ?? null,
      lines: [],
    };
    group.lines.push(line);
    groups.set(id, group);
  }
  return [...groups.values()];
}

function EmptyCart() {
  return (
    <div className="panel my-3">
      <h1 className="sr-only">购物车</h1>
      <Empty
        icon="i-lucide-shopping-cart"
        title="购物车还是空的"
        text="从药品列表按名称、拼音首字母或厂家找到商品，加入后在这里一起结算"
      >
        <a className={buttonClass('primary')} href={path('/list')}>
          去选购药品
        </a>
        <a className={buttonClass('plain')} href={path('/order')}>
          看买过的订单
        </a>
      </Empty>
    </div>
  );
}
