import { keysOf } from '#lib/rules/terms/keys.ts';

interface Props<Order extends string> {
  /** Names of the sort orders, in the order of the links. */
  texts: Record<Order, string>;
  current: Order;
  hrefOf: (order: Order) => string;
}

/** The sort orders of a page's list, each with an address of its own. */
export function OrderLinks<Order extends string>({ texts, current, hrefOf }: Props<Order>) {
  return (
    <nav
      aria-label="排序"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 min-h-touch text-small"
    >
      {keysOf(texts).map((order) => (
        <a
          key={order}
          href={hrefOf(order)}
          aria-current={order === current ? 'true' : undefined}
          className={order === current ? 'text-primary font-600' : 'text-ink-2 hover:text-primary'}
        >
          {texts[order]}
        </a>
      ))}
    </nav>
  );
}
