import { useRef } from 'react';
import type { CartView } from '#lib/client/stores/cart/cart-view.ts';
import type { CartLineWire, CartState } from '#lib/contract/cart/calls.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { type CartOrder, orderLines } from '#lib/rules/purchase/cart-order.ts';
import { CartLine } from './CartLine.tsx';

interface Props {
  lines: readonly CartLineWire[];
  order: CartOrder;
  state: CartState;
  view: CartView;
}

/** All lines in one list, each with its merchant; notes of merchants follow below. */
export function OrderedLines({ lines, order, state, view }: Props) {
  const isOpen = state.offers !== null;
  const netOf = (id: number) => (isOpen ? view.net.get(id) : undefined);
  // A line does not move while its number is being changed: sorting uses the 到手单价 of the time of the last sort.
  const sorted = useRef({ key: '', nets: new Map<number, number | undefined>() });
  const key = `${order} ${lines.map(({ id }) => id).join()}`;
  if (sorted.current.key !== key)
    sorted.current = { key, nets: new Map(lines.map(({ id }) => [id, netOf(id)?.price])) };
  const { nets } = sorted.current;
  return (
    <section className="panel" aria-label="全部商品">
      <ul>
        {orderLines(lines, order, (line) => ({ ...factsOf(line), net: nets.get(line.id) ?? null })).map(
          (line) => (
            <CartLine
              key={line.id}
              line={line}
              terms={view.terms.get(line.goods_id ?? 0)}
              quoted={isOpen ? view.quoted.get(line.id) : undefined}
              net={netOf(line.id)}
              mayOrder={state.may_order === 1}
              isMerchantShown
            />
          ),
        )}
      </ul>
    </section>
  );
}

function factsOf({ id, goods, combination, price_change }: CartLineWire) {
  return {
    id,
    name: goods?.name ?? combination?.name ?? '',
    change: price_change === undefined ? 0 : parseYuan(price_change),
    last: goods?.last ? parseYuan(goods.last.price) : null,
  };
}
