import { useEffect, useRef, useState } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { claimCoupon, loadCouponCenter } from '#lib/client/stores/activities/coupons.ts';
import type { CouponCenter as Center, CouponCenterInput } from '#lib/contract/coupons/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { CenterTicket } from './CenterTicket.tsx';

interface Props {
  /** As the public sees it: without amounts and without what is anybody's. */
  initial: Center;
  input: CouponCenterInput;
}

/** Longer than this no page waits for a coupon to open. */
const longestWait = 6 * 3_600_000;

/** The coupons of the coupon centre; the buyer's own amounts and states come after the page. */
export function CouponCenter({ initial, input }: Props) {
  const [center, setCenter] = useState(initial);
  const wanted = useRef(input);

  useEffect(() => {
    let isGone = false;
    void load(wanted.current).then((found) => {
      if (found && !isGone) setCenter(found);
    });
    return () => {
      isGone = true;
    };
  }, []);

  // A coupon opens, or ends, while the page stands open.
  useEffect(() => {
    const moments = center.list
      .flatMap(({ claim_from, claim_to }) => [Date.parse(claim_from), Date.parse(claim_to)])
      .filter((moment) => moment > center.timestamp);
    const wait = Math.min(...moments) - center.timestamp;
    if (wait > longestWait) return;
    const timer = setTimeout(
      () => void load(wanted.current).then((found) => found && setCenter(found)),
      wait + 500,
    );
    return () => clearTimeout(timer);
  }, [center]);

  async function claim(id: number) {
    const coupon = await claimCoupon(id);
    if (!coupon) return;
    setCenter((now) => ({ ...now, list: now.list.map((one) => (one.id === id ? coupon : one)) }));
  }

  if (center.list.length === 0)
    return (
      <Empty icon="i-lucide-ticket-percent" title="暂时没有可领的优惠券" text="新的优惠券会在这里发放">
        <a className={buttonClass()} href={path('/list')}>
          先去选购药品
        </a>
      </Empty>
    );
  return (
    <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3 p-3 md:p-4">
      {center.list.map((coupon) => (
        <CenterTicket key={coupon.id} coupon={coupon} onClaim={claim} />
      ))}
    </ul>
  );
}

/** What the page loads by itself stays silent when it fails: the public face stands. */
async function load(input: CouponCenterInput): Promise<Center | undefined> {
  return loadCouponCenter(input).catch(() => undefined);
}
