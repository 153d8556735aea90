import type { ReactNode } from 'react';
import { Price } from '#islands/ui/Price.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { CouponType } from '#lib/contract/coupons.ts';

interface Face {
  type: CouponType;
  name: string;
  remarks: string;
  merchant: string;
  amount?: string | undefined;
  value?: string | undefined;
}

interface Props {
  coupon: Face;
  /** The big figure, where it is not the coupon's value: a voucher's balance. */
  figure?: string | undefined;
  /** Under the figure, where it is not the threshold. */
  caption?: string | undefined;
  /** Grey: it cannot be used or claimed any more. */
  isDim: boolean;
  /** Over the corner: 已使用, 即将过期. */
  stamp?: string | undefined;
  /** Its validity. */
  time: string;
  /** Its actions. */
  children?: ReactNode;
  /** For newcomers only: shown to a buyer once the account is known to be one (layouts/base.css). */
  isForNewcomers?: boolean;
}

const labels = {
  merchant: { text: '店铺券', kind: 'promo' },
  platform: { text: '平台券', kind: 'info' },
  voucher: { text: '现金券', kind: 'soft' },
} as const;

/** One coupon as a ticket: discount, threshold, issuer, end. */
export function CouponTicket({
  coupon,
  figure,
  caption,
  isDim,
  stamp,
  time,
  children,
  isForNewcomers = false,
}: Props) {
  const label = labels[coupon.type];
  const value = figure ?? coupon.value;
  return (
    <li
      className={`${isForNewcomers ? 'for-newcomers ' : ''}relative flex min-w-0 min-h-124px rounded-panel border border-solid border-line bg-card overflow-hidden`}
    >
      <div
        className={`flex-none grid place-content-center gap-1 w-112px sm:w-124px px-2 text-center border-r border-r-dashed border-line-strong ${isDim ? 'bg-card-dim grayscale' : 'bg-price-wash [--price:var(--price-ink)]'}`}
      >
        {value === undefined ? (
          <span className="i-lucide-ticket-percent text-banner mx-auto text-price" aria-hidden="true" />
        ) : (
          <Price yuan={value} size="big" />
        )}
        <span className="text-note text-ink-2">{caption ?? thresholdText(coupon)}</span>
      </div>
      <div className="flex-1 flex flex-col min-w-0 p-3">
        <p className="flex items-center gap-1.5 min-w-0">
          <Tag kind={isDim ? 'plain' : label.kind}>{label.text}</Tag>
          <b className={`truncate text-lead font-600 ${isDim ? 'text-ink-2' : ''}`}>{coupon.name}</b>
        </p>
        <p className="mt-1 text-note text-ink-2 line-clamp-2">
          {scopeText(coupon)}
          {coupon.remarks && ` · ${coupon.remarks}`}
        </p>
        <p className="text-note text-ink-2 num">{time}</p>
        {children && <div className="flex items-center gap-2 mt-auto pt-2">{children}</div>}
      </div>
      {stamp && (
        <span className="absolute right-0 top-0 px-2 h-20px leading-20px rounded-bl-panel bg-card-dim text-note text-ink-2">
          {stamp}
        </span>
      )}
    </li>
  );
}

function thresholdText({ type, amount }: Face): string {
  if (amount === undefined) return '满额可用';
  if (type === 'voucher' || Number(amount) === 0) return '无门槛';
  return `满${amount.replace('.00', '')}可用`;
}

function scopeText({ type, merchant }: Face): string {
  if (type === 'merchant') return `${merchant}店内可用券商品`;
  return type === 'voucher' ? '抵扣商品金额，不抵运费' : '全平台可用券商品';
}
