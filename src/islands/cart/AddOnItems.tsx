import { reactToRefusal } from '#islands/buy/use-add.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { addToCart } from '#lib/client/stores/cart/cart-queue.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { path } from '#lib/contract/routes.ts';
import { addOnLimitLeft } from '#lib/rules/quote/quote-add-on.ts';

interface Props {
  activityId: number;
  state: CartState;
}

/** The add-ons that may be added after the activity is reached. */
export function AddOnItems({ activityId, state }: Props) {
  const activity = state.offers?.activities.find((one) => one.id === activityId);
  if (activity?.kind !== 'add_on') return null;
  const taken = new Set(
    state.data
      .filter((line) => line.type === lineTypes.add_on && line.activity_id === activityId)
      .map((line) => line.goods_id),
  );
  const items = activity.items.filter(
    (item) => item.stock > 0 && addOnLimitLeft(item) > 0 && !taken.has(item.goodsId),
  );
  if (items.length === 0) return null;
  return (
    <ul
      className="flex flex-wrap gap-2 px-3 md:px-4 py-2.5 lg:py-1 border-b border-b-solid border-line"
      aria-label="可换购的商品"
    >
      {items.map((item) => (
        <li
          key={item.goodsId}
          className="flex items-center gap-2 pl-3 pr-1.5 h-control lg:h-tool rounded border border-solid border-line"
        >
          <a className="hover:text-primary" href={path('/list/info/[id]', { id: item.goodsId })}>
            {item.name}
          </a>
          <span className="whitespace-nowrap">
            <Price yuan={item.price} size="small" />
            <span className="text-note text-ink-2">/{item.unit}</span>
          </span>
          <Button
            kind="ghost"
            size="small"
            aria-label={`换购${item.name}`}
            disabled={state.may_order === 0}
            onClick={() => void take(item.goodsId, activityId)}
          >
            换购
          </Button>
        </li>
      ))}
    </ul>
  );
}

async function take(goodsId: number, activityId: number): Promise<void> {
  try {
    await addToCart([{ goods_id: goodsId, type: lineTypes.add_on, activity_id: activityId, number: 1 }]);
  } catch (error) {
    reactToRefusal(error);
  }
}
