import { useEffect, useState } from 'react';
import { CenterTicket } from '#islands/coupons/CenterTicket.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Empty, Failed, Loading } from '#islands/ui/Faces.tsx';
import { call } from '#lib/client/api.ts';
import { claimCoupon } from '#lib/client/stores/activities/coupons.ts';
import { loadCart } from '#lib/client/stores/cart/cart.ts';
import { api } from '#lib/contract/api.ts';
import { maxPageSize } from '#lib/contract/constants.ts';
import type { CenterCoupon } from '#lib/contract/coupons.ts';

interface Props {
  /** The merchants of the cart. */
  merchantIds: readonly number[];
  onClose: () => void;
}

/** 领券: what can be claimed for the goods of this cart; a claimed coupon counts in the total at once. */
export function ClaimDialog({ merchantIds, onClose }: Props) {
  const [list, setList] = useState<CenterCoupon[] | null>(null);
  const [hasFailed, setFailed] = useState(false);

  function load() {
    setFailed(false);
    call(api.couponCenter, { size: maxPageSize }).then(
      ({ list: all }) =>
        setList(
          all.filter(
            (one) =>
              ['open', 'taken'].includes(one.state) &&
              (one.merchant_id === 0 || merchantIds.includes(one.merchant_id)),
          ),
        ),
      () => setFailed(true),
    );
  }
  useEffect(load, []);

  async function claim(id: number) {
    const coupon = await claimCoupon(id);
    if (!coupon) return;
    setList((now) => now?.map((one) => (one.id === id ? coupon : one)) ?? null);
    await loadCart().catch(() => undefined);
  }

  return (
    <Dialog title="领取优惠券" open width="wide" onClose={onClose}>
      {hasFailed ? (
        <Failed onRetry={load} />
      ) : list === null ? (
        <Loading rows={3} />
      ) : list.length === 0 ? (
        <Empty icon="i-lucide-ticket-percent" title="购物车里的商家暂时没有可领的券" />
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2">
          {list.map((coupon) => (
            <CenterTicket key={coupon.id} coupon={coupon} onClaim={claim} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
