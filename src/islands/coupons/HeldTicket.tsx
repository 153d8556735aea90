import { buttonClass } from '#islands/ui/Button.tsx';
import { dayText } from '#islands/ui/moments.ts';
import type { HeldCouponWire, HeldStatus } from '#lib/contract/coupons.ts';
import { path } from '#lib/contract/routes.ts';
import { goodsOf } from './CenterTicket.tsx';
import { CouponTicket } from './CouponTicket.tsx';

/** The actions of each status. */
const faces = {
  unused: { isDim: false, text: '', leadsTo: 'goods' },
  held: { isDim: false, text: '订单占用中', leadsTo: 'orders' },
  used: { isDim: true, text: '', leadsTo: '' },
  expired: { isDim: true, text: '', leadsTo: '' },
} satisfies Record<HeldStatus, { isDim: boolean; text: string; leadsTo: 'goods' | 'orders' | '' }>;

/** A coupon or cash voucher in the company's hands. */
export function HeldTicket({ coupon }: { coupon: HeldCouponWire }) {
  const face = faces[coupon.status];
  const { isDim, text } = face;
  const isSpent = coupon.used_at !== null;
  const isVoucher = coupon.type === 'voucher';
  return (
    <CouponTicket
      coupon={coupon}
      figure={isVoucher ? coupon.balance : undefined}
      caption={isVoucher && coupon.value ? `余额 · 面值${coupon.value.replace('.00', '')}` : undefined}
      isDim={isDim}
      stamp={coupon.is_soon === 1 ? '即将过期' : isDim ? coupon.status_text : undefined}
      time={
        isSpent
          ? `${dayText(coupon.used_at ?? coupon.end_time)} 使用`
          : `${dayText(coupon.start_time)} 至 ${dayText(coupon.end_time)}`
      }
    >
      {text && (
        <span className="text-note text-promo-ink num">
          {coupon.trade_no === '' ? text : `交易…${coupon.trade_no.slice(-6)}占用中`}
        </span>
      )}
      {face.leadsTo === 'goods' && (
        <a className={buttonClass('ghost', 'small', 'ml-auto')} href={goodsOf(coupon)}>
          去使用
        </a>
      )}
      {face.leadsTo === 'orders' && (
        <a
          className={buttonClass('plain', 'small', 'ml-auto')}
          href={path('/order', undefined, { keywords: coupon.trade_no })}
        >
          查看订单
        </a>
      )}
    </CouponTicket>
  );
}
