import { lazy, type ReactNode, Suspense, useState } from 'react';
import { HoldingTrade } from '#islands/coupons/HoldingTrade.tsx';
import { Button } from '#islands/ui/Button.tsx';
import type { MerchantWire } from '#lib/contract/cart/calls.ts';
import { type Fen, showYuan } from '#lib/rules/money/money.ts';
import type { QuotedCoupon, QuotedVoucher } from '#lib/rules/terms/quote-shape.ts';
import { couponsText } from './coupon-words.ts';

const ClaimDialog = lazy(async () => ({ default: (await import('./ClaimDialog.tsx')).ClaimDialog }));

interface Props {
  coupons: readonly QuotedCoupon[];
  /** Cash vouchers that pay part of the ticked lines. */
  vouchers: readonly QuotedVoucher[];
  merchants: readonly MerchantWire[];
}

/**
 * The coupons and cash vouchers in hand: those that count now, and why the other coupons do not; and the link to those
 * that can be claimed. They are chosen when confirming.
 */
export function CouponNotes({ coupons, vouchers, merchants }: Props) {
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
          <span className="text-small text-ink-2 num">{couponsText(shown, vouchers)}</span>
          <span
            className="i-lucide-chevron-down ml-auto mr-84px text-ink-2 group-open:rotate-180"
            aria-hidden="true"
          />
        </summary>
        <ul className="grid md:grid-cols-2 gap-2.5 px-3 md:px-4 pb-4">
          {vouchers.map(({ id, name, used }) => (
            <Note key={`voucher-${id}`} amount={used} title={name} isOn>
              现金券，本单抵 ¥{showYuan(used)}
            </Note>
          ))}
          {shown.map((coupon) => (
            <Note
              key={coupon.id}
              amount={coupon.value}
              title={`${coupon.merchantId === null ? '全平台' : names.get(coupon.merchantId)} · ${coupon.name}`}
              isOn={coupon.isChosen}
            >
              {coupon.isChosen ? `已减 ¥${showYuan(coupon.saving)}` : (coupon.reason ?? '已有更优惠的券')}{' '}
              {coupon.heldBy !== undefined && <HoldingTrade no={coupon.heldBy} />}
            </Note>
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

interface NoteProps {
  amount: Fen;
  title: string;
  isOn: boolean;
  children: ReactNode;
}

/** One coupon or cash voucher: its amount, and what it does or why it does nothing. */
function Note({ amount, title, isOn, children }: NoteProps) {
  return (
    <li
      className={`flex items-center gap-3 p-2.5 rounded border border-solid ${isOn ? 'border-promo-ink bg-promo-wash' : 'border-line'}`}
    >
      <b className="num text-head text-price whitespace-nowrap">¥{showYuan(amount)}</b>
      <span className="min-w-0 flex-1 text-note">
        <span className="block truncate">{title}</span>
        <span className="block text-ink-2 num">{children}</span>
      </span>
      {isOn && <span className="i-lucide-circle-check text-head text-promo-ink" aria-hidden="true" />}
    </li>
  );
}
