import { useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Meter } from '#islands/ui/Meter.tsx';
import { dayText, momentText, timeText } from '#islands/ui/moments.ts';
import { chatHref } from '#lib/contract/chat/href.ts';
import type { CenterCoupon } from '#lib/contract/coupons.ts';
import { path } from '#lib/contract/routes.ts';
import type { ClaimCode } from '#lib/rules/promotions/claim-state.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { CouponTicket } from './CouponTicket.tsx';

interface Props {
  coupon: CenterCoupon;
  /** The company may not buy, so it may not claim. */
  isBarred?: boolean;
  /** With a link to the service of who gives it. */
  mayAsk?: boolean;
  /** Says until when it can be claimed instead of when it is used: for minutes, in a live room. */
  isBrief?: boolean;
  onClaim: (id: number) => Promise<void>;
}

/** A coupon of the coupon centre with its one button. */
export function CenterTicket({ coupon, isBarred = false, mayAsk = false, isBrief = false, onClaim }: Props) {
  const [isClaiming, setClaiming] = useState(false);
  const { percent, limit, mine } = coupon;
  const face = isKeyOf(faces, coupon.state) ? faces[coupon.state] : undefined;
  const isOpen = face === 'open';

  async function claim() {
    setClaiming(true);
    await onClaim(coupon.id).finally(() => setClaiming(false));
  }

  return (
    <CouponTicket
      coupon={coupon}
      isDim={face === 'over'}
      isForNewcomers={coupon.for_newcomers === 1}
      stamp={mine > 0 && limit > 1 ? `已领${mine}/${limit}` : undefined}
      time={
        face === 'upcoming'
          ? `${momentText(coupon.claim_from)} 开始领取`
          : isBrief && isOpen
            ? `${timeText(coupon.claim_to)}前可领`
            : `${dayText(coupon.start_time)} 至 ${dayText(coupon.end_time)}`
      }
    >
      {isOpen && percent > 0 && (
        <span className="flex items-center gap-2 min-w-0 text-note text-ink-2 num">
          <Meter value={percent} of={100} label="已领" />
          <span className="whitespace-nowrap">已领{percent}%</span>
        </span>
      )}
      {mayAsk && (
        <a
          className="link text-note whitespace-nowrap"
          href={chatHref(coupon.merchant_id, { kind: 'coupon', ref: coupon.id, title: coupon.name })}
          aria-label={`咨询优惠券${coupon.name}`}
          data-chat
          data-drawer-button
        >
          咨询
        </a>
      )}
      <span className="ml-auto flex-none">
        {isOpen && isBarred && (
          <Button size="small" kind="plain" disabled title="企业资质审核通过后可领取优惠券">
            暂不可领
          </Button>
        )}
        {isOpen && !isBarred && (
          <Button size="small" kind="danger" busy={isClaiming} onClick={() => void claim()}>
            {mine > 0 ? '再领一张' : '立即领取'}
          </Button>
        )}
        {face === 'taken' && (
          <span className="flex items-center gap-2">
            <span className="text-note text-primary">{coupon.state_text}</span>
            <a className={buttonClass('ghost', 'small')} href={goodsOf(coupon)}>
              去使用
            </a>
          </span>
        )}
        {(face === 'over' || face === 'upcoming') && (
          <Button size="small" kind="plain" disabled title={coupon.reason}>
            {coupon.state_text}
          </Button>
        )}
      </span>
    </CouponTicket>
  );
}

const faces = {
  open: 'open',
  taken: 'taken',
  spent: 'over',
  upcoming: 'upcoming',
  newcomers: 'over',
  sold_out: 'over',
  ended: 'over',
} satisfies Record<ClaimCode, string>;

/** The page of the items that a coupon is for. */
export function goodsOf({ merchant_id }: { merchant_id: number }): string {
  return path('/list', undefined, { merchant_id: merchant_id || undefined });
}
