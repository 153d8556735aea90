import { useEffect, useState } from 'react';
import { CenterTicket } from '#islands/coupons/CenterTicket.tsx';
import { claimCoupon } from '#lib/client/stores/activities/coupons.ts';
import { loadDrops } from '#lib/client/stores/live-room/acts.ts';
import type { CenterCoupon } from '#lib/contract/coupons.ts';

interface Props {
  roomId: number;
  /** Ids of those that are dropped by now, the newest first. */
  drops: readonly number[];
  /** Coupons of the room as the page was made. */
  initial: readonly CenterCoupon[];
}

/** Coupons that the host has dropped by the clock of the picture. */
export function RoomCoupons({ roomId, drops, initial }: Props) {
  const [coupons, setCoupons] = useState<ReadonlyMap<number, CenterCoupon>>(
    () => new Map(initial.map((one) => [one.id, one])),
  );
  const wanted = drops.join();

  useEffect(() => {
    if (wanted === '') return;
    let isGone = false;
    // A look that fails is followed by that of the next coupon.
    void loadDrops(roomId).then(
      (list) => {
        if (!isGone) setCoupons(new Map(list.map((one) => [one.id, one])));
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [roomId, wanted]);

  async function claim(id: number) {
    const now = await claimCoupon(id);
    if (now !== undefined) return setCoupons((known) => new Map(known).set(id, now));
    // Refused: the host may have ended it.
    const list = await loadDrops(roomId).catch(() => []);
    if (list.length > 0) setCoupons(new Map(list.map((one) => [one.id, one])));
  }

  const shown = drops.flatMap((id) => coupons.get(id) ?? []);
  if (shown.length === 0) return null;
  return (
    <section aria-label="直播间优惠券" className="panel">
      <h2 className="panel-title">直播间优惠券</h2>
      <ul className="grid gap-2 m-0 p-3 list-none" aria-live="polite">
        {shown.map((coupon) => (
          <CenterTicket key={coupon.id} coupon={coupon} isBrief onClaim={claim} />
        ))}
      </ul>
    </section>
  );
}
