import type { CartView } from '#lib/client/stores/cart/cart-view.ts';
import type { CartLineWire, CartState } from '#lib/contract/cart/schema.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { type CartOrder, orderLines } from '#lib/rules/purchase/cart-order.ts';
import { CartLine } from './CartLine.tsx';

interface Props {
  lines: readonly CartLineWire[];
  order: CartOrder;
  state: CartState;
  view: CartView;
}

/** All lines in one list, each with its merchant; what merchants have to say stands below it. */
export function OrderedLines({ lines, order, state, view }: Props) {
  const isOpen = state.offers !== null;
  return (
    <section className="panel" aria-label="全部商品">
      <ul>
        {orderLines(lines, order, factsOf).map((line) => (
          <CartLine
            key={line.id}
            line={line}
            terms={view.terms.get(line.goods_id ?? 0)}
            quoted={isOpen ? view.quoted.get(line.id) : undefined}
            net={isOpen ? view.net.get(line.id) : undefined}
            mayOrder={state.may_order === 1}
            isMerchantShown
          />
        ))}
      </ul>
    </section>
  );
}

function factsOf({ id, goods, combination, price_change }: CartLineWire) {
  return {
    id,
    name: goods?.name ?? combination?.name ?? '',
    change: price_change === undefined ? 0 : parseYuan(price_change),
  };
}
