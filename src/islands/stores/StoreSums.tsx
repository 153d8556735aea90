import { Tag } from '#islands/ui/Tag.tsx';
import type { StoresQuote } from '#lib/contract/stores/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  quote: StoresQuote;
  /** Names of goods. */
  names: ReadonlyMap<number, string>;
}

/** The totals of each store, and its obstacles. */
export function StoreSums({ quote, names }: Props) {
  return (
    <section className="panel" aria-labelledby="store-sums">
      <div className="panel-title">
        <h2 id="store-sums">核对结果</h2>
      </div>
      {quote.lacking.length > 0 && (
        <div className="px-4 pt-3 text-small text-price" role="alert">
          <ul>
            {quote.lacking.map(({ goods_id, wanted, stock }) => (
              <li key={goods_id}>
                {names.get(goods_id)}：所有门店共要{wanted}，库存只有{stock}，请减少数量
              </li>
            ))}
          </ul>
        </div>
      )}
      <ul>
        {quote.stores.map((store) => (
          <li
            key={store.store_id}
            className="px-3 md:px-4 py-3 border-t border-t-solid border-line first:border-t-0"
          >
            <h3 className="flex flex-wrap items-center gap-2 text-body">
              {store.name}
              <Tag kind={store.problems.length === 0 ? 'soft' : 'warn'}>
                {store.problems.length === 0 ? '可以下单' : '需要修改'}
              </Tag>
              <b className="ml-auto num">¥{showYuan(store.pay_amount)}</b>
            </h3>
            <p className="mt-1 text-note text-ink-2">
              送至 {store.address || '—'}；{store.orders}个订单，含运费¥{showYuan(store.shipping_amount)}
            </p>
            {store.problems.map((text) => (
              <p key={text} className="mt-1 text-note text-price">
                {text}
              </p>
            ))}
            {store.notices.map((text) => (
              <p key={text} className="mt-1 text-note text-promo-ink">
                {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
