import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import {
  $checkout,
  $previewing,
  type Checkout,
  startCheckout,
} from '#lib/client/stores/checkout/checkout.ts';
import { toAll } from '#lib/client/stores/checkout/remarks.ts';
import type { AddressWire } from '#lib/contract/addresses.ts';
import type { Preview } from '#lib/contract/checkout.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { path } from '#lib/contract/routes.ts';
import { formatYuan, parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { AddressPicker } from './AddressPicker.tsx';
import { CouponPicker } from './CouponPicker.tsx';
import { MerchantOrders } from './MerchantOrders.tsx';
import { PayPicker } from './PayPicker.tsx';
import { PlaceBar } from './PlaceBar.tsx';
import { RemarkBox } from './RemarkBox.tsx';

interface Props {
  initial: Preview;
  addresses: AddressWire[];
}

/** Step 2 of the checkout: where to, what, with which coupons, and what it comes to. */
export function CheckoutPage({ initial, addresses }: Props) {
  const checkout = useStore($checkout) ?? {
    preview: initial,
    ids: [],
    choices: {},
    changes: [],
  };
  // In the commit of the hydration: a click that follows directly places the order.
  useLayoutEffect(() => startCheckout(initial), [initial]);
  // After the browser's back button this cart may have been ordered meanwhile, in any tab.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  const { preview } = checkout;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px] gap-3 items-start">
      <h1 className="sr-only">确认订单</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:row-span-2">
        <Changes checkout={checkout} />
        <AddressPicker initial={addresses} current={preview.address_id} />
        <section className="panel" aria-labelledby="goods-title">
          <h2 id="goods-title" className="panel-title">
            商品清单
            <BackLink preview={preview} />
          </h2>
          <div className="flex px-3 md:px-4 py-1.5 border-b border-b-solid border-line">
            <RemarkBox
              orderKey={toAll}
              label="给所有商家的备注"
              placeholder="选填，发货或开票说明，随每个订单发给商家"
            />
          </div>
          {preview.groups.map((group) => (
            <MerchantOrders key={group.merchant.id} group={group} />
          ))}
        </section>
        <CouponPicker preview={preview} />
      </div>
      {/* Beside the goods it stays in sight, its button always; on a phone only the button does. */}
      <div className="contents lg:(sticky top-17 flex flex-col gap-3 max-h-[calc(100dvh-70px)])">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:(min-h-0 overflow-y-auto)">
          <PayPicker amount={preview.total.pay_amount} transferRefusal={preview.transfer_refusal} />
          <Totals preview={preview} />
        </div>
        <PlaceBar preview={preview} />
      </div>
    </div>
  );
}

/** Back to where the lines can be changed: a group-buy is never in the cart, its own page changes it. */
function BackLink({ preview }: { preview: Preview }) {
  const goodsId = preview.groups
    .flatMap(({ lines }) => lines)
    .find((line) => line.type === lineTypes.group_buy)?.goods_id;
  return (
    <a
      className={buttonClass('text', 'small', 'ml-auto')}
      href={goodsId ? path('/list/info-pt/[id]', { id: goodsId }) : path('/cart')}
    >
      {goodsId ? '返回拼团修改数量' : '返回购物车修改'}
    </a>
  );
}

/** Changes since the buyer last looked; it takes the focus, because the order waits for them. */
function Changes({ checkout: { changes } }: { checkout: Checkout }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (changes.length > 0) box.current?.focus();
  }, [changes]);
  if (changes.length === 0) return null;
  const [reason, ...rest] = changes;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="panel border-promo-ink bg-promo-wash px-4 py-3 text-small text-promo-ink scroll-mt-4 focus:outline-none"
    >
      <p className="flex items-center gap-2 text-body font-600">
        <span className="i-lucide-triangle-alert text-title" aria-hidden="true" />
        {reason}
      </p>
      {rest.length > 0 && (
        <ul className="mt-1.5 pl-24px grid gap-0.5 num">
          {rest.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The steps of the total. */
function Totals({ preview }: { preview: Preview }) {
  const isBusy = useStore($previewing) > 0;
  const { groups, total } = preview;
  const sum = (pick: (group: (typeof groups)[number]) => string) =>
    formatYuan(groups.reduce((all, group) => all + parseYuan(pick(group)), 0));
  const reductions: [string, string][] = [
    ['满减', sum((group) => group.full_reduction_amount)],
    ['优惠券', sum((group) => group.coupon_amount)],
    ['现金券', sum((group) => group.voucher_amount)],
  ];
  const charged = groups.filter((group) => group.shipping_amount !== '0.00');
  const free = groups.filter((group) => group.shipping_amount === '0.00');
  return (
    <section className="panel" aria-labelledby="total-title" aria-busy={isBusy}>
      <h2 id="total-title" className="panel-title">
        金额明细
      </h2>
      <dl
        className={`grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 px-4 py-3 text-small ${isBusy ? 'opacity-60' : ''}`}
      >
        <dt className="text-ink-2">商品金额</dt>
        <dd className="text-right num">¥{showYuan(total.goods_amount)}</dd>
        {reductions
          .filter(([, amount]) => amount !== '0.00')
          .map(([label, amount]) => (
            <Row key={label} label={label} value={`−¥${showYuan(amount)}`} />
          ))}
        {charged.map((group) => (
          <Row
            key={group.merchant.id}
            label={`运费 · ${group.merchant.name}`}
            value={`¥${showYuan(group.shipping_amount)}`}
          />
        ))}
        {free.length > 0 && (
          <Row label={charged.length === 0 ? '运费' : `运费 · 其余${free.length}家`} value="免运费" />
        )}
        <dt className="-mr-4 pt-2 border-t border-t-solid border-line font-600 leading-22px">应付金额</dt>
        <dd className="pt-2 border-t border-t-solid border-line text-right num font-700 text-head leading-22px text-price">
          ¥{showYuan(total.pay_amount)}
        </dd>
        {total.cashback_amount !== '0.00' && (
          <Row label="订单完成后返到余额" value={`¥${showYuan(total.cashback_amount)}`} />
        )}
      </dl>
    </section>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt className="text-ink-2">{label}</dt>
      <dd className="text-right num">{value}</dd>
    </>
  );
}
