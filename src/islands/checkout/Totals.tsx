import { useStore } from '@nanostores/react';
import { $previewing } from '#lib/client/stores/checkout/checkout.ts';
import type { Preview } from '#lib/contract/checkout.ts';
import { formatYuan, parseYuan, showYuan } from '#lib/rules/money/money.ts';

/** The steps of the total. */
export function Totals({ preview }: { preview: Preview }) {
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
