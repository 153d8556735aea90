import { lazy, Suspense, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import type { MerchantWire } from '#lib/contract/cart/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import type { QuotedCoupon } from '#lib/rules/terms/quote-shape.ts';
import { couponsText } from './coupon-words.ts';

const ClaimDialog = lazy(async () => ({ default: (await import('./ClaimDialog.tsx')).ClaimDialog }));

interface Props {
  coupons: readonly QuotedCoupon[];
  merchants: readonly MerchantWire[];
}

/**
 * The coupons in hand: those that count now, and why the others do not; and the link to those that can be claimed.
 * They are chosen when confirming.
 */
export function CouponNotes({ coupons, merchants }: Props) {
  const names = new Map(merchants.map((merchant) => [merchant.id, merchant.name]));
  // Coupons of merchants that are not in the cart are left out.
  const shown = coupons.filter((coupon) => coupon.merchantId === null || names.has(coupon.merchantId));
  const [isClaiming, setClaiming] = useState(false);
  return (
    <section className="panel relative" aria-label="优惠券">
      <details className="group">
        <summary className="flex items-center gap-3 px-3 md:px-4 h-title cursor-pointer">
          <span className="i-lucide-ticket-percent text-head text-promo-ink" aria-hidden="true" />
          <b className="font-600">优惠券</b>
          <span className="text-small text-ink-2 num">{couponsText(shown)}</span>
          <span
            className="i-lucide-chevron-down ml-auto mr-84px text-ink-2 group-open:rotate-180"
            aria-hidden="true"
          />
        </summary>
        <ul className="grid md:grid-cols-2 gap-2.5 px-3 md:px-4 pb-4">
          {shown.map((coupon) => (
            <li
              key={coupon.id}
              className={`flex items-center gap-3 p-2.5 rounded border border-solid ${coupon.isChosen ? 'border-promo-ink bg-promo-wash' : 'border-line'}`}
            >
              <b className="num text-head text-price whitespace-nowrap">¥{showYuan(coupon.value)}</b>
              <span className="min-w-0 flex-1 text-note">
                <span className="block truncate">
                  {coupon.merchantId === null ? '全平台' : names.get(coupon.merchantId)} · {coupon.name}
                </span>
                <span className="block text-ink-2 num">
                  {coupon.isChosen ? `已减 ¥${showYuan(coupon.saving)}` : (coupon.reason ?? '已有更优惠的券')}
                </span>
              </span>
              {coupon.isChosen && (
                <span className="i-lucide-circle-check text-head text-promo-ink" aria-hidden="true" />
              )}
            </li>
          ))}
        </ul>
      </details>
      <Button
        kind="ghost"
        size="small"
        className="absolute right-3 md:right-4 top-9px"
        aria-haspopup="dialog"
        onClick={() => setClaiming(true)}
      >
        领优惠券
      </Button>
      {isClaiming && (
        <Suspense fallback={null}>
          <ClaimDialog merchantIds={merchants.map(({ id }) => id)} onClose={() => setClaiming(false)} />
        </Suspense>
      )}
    </section>
  );
}
