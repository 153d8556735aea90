import type { CartView } from '#lib/client/stores/cart/cart-view.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  state: CartState;
  view: CartView;
}

/** 明细: how the total is made, freight by merchant. */
export function AmountDetails({ state, view }: Props) {
  const { quote } = view;
  const names = new Map(state.merchants.map((merchant) => [merchant.id, merchant.name]));
  const sum = (pick: (group: (typeof quote.groups)[number]) => number) =>
    quote.groups.reduce((all, group) => all + pick(group), 0);
  const rows: [string, number][] = [
    ['商品金额', quote.totals.goods],
    ['满减', -sum((group) => group.fullReduction)],
    ['店铺券', -sum((group) => group.merchantCoupon)],
    ['平台券', -sum((group) => group.platformCoupon)],
    ['现金券', -sum((group) => group.voucher)],
  ];
  return (
    <>
      <button
        type="button"
        popoverTarget="cart-details"
        className="flex items-center gap-0.5 p-0 border-0 bg-transparent text-note text-info hover:underline"
      >
        明细
        <span className="i-lucide-chevron-up" aria-hidden="true" />
      </button>
      <div
        id="cart-details"
        popover="auto"
        role="dialog"
        aria-label="金额明细"
        // Above the bar wherever it stands; at fixed heights in browsers without anchors.
        className="m-0 p-4 border-0 ![bottom:calc(anchor(--cart-sum_top,84px)_+_8px)] inset-[auto_12px_calc(132px+env(safe-area-inset-bottom))_auto] md:inset-[auto_max(64px,calc(50vw-var(--wrap)/2))_84px_auto] w-[min(320px,calc(100vw-24px))] max-h-60vh overflow-auto rounded-panel bg-card text-ink text-small shadow-float"
      >
        <dl className="grid grid-cols-[1fr_auto] gap-y-1.5 [&>dd]:pl-4">
          {rows
            .filter(([, amount], at) => at === 0 || amount !== 0)
            .map(([label, amount]) => (
              <Row key={label} label={label} amount={amount} />
            ))}
          {quote.groups
            .filter((group) => group.freight.text !== null && group.freight.amount > 0)
            .map((group) => (
              <Row
                key={group.merchantId}
                label={`运费 · ${names.get(group.merchantId) ?? ''}`}
                amount={group.freight.amount}
              />
            ))}
          <dt className="pt-2 border-t border-t-solid border-line font-600">应付</dt>
          <dd className="pt-2 border-t border-t-solid border-line font-600 text-right num text-price">
            ¥{showYuan(quote.totals.pay)}
          </dd>
          {quote.totals.cashback > 0 && (
            <>
              <dt className="text-ink-2">完成后返到余额</dt>
              <dd className="text-right num text-promo-ink">¥{showYuan(quote.totals.cashback)}</dd>
            </>
          )}
        </dl>
      </div>
    </>
  );
}

function Row({ label, amount }: { label: string; amount: number }) {
  return (
    <>
      <dt className="text-ink-2">{label}</dt>
      <dd className="text-right num">
        {amount < 0 ? '−' : ''}¥{showYuan(Math.abs(amount))}
      </dd>
    </>
  );
}
