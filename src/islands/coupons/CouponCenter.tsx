import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { claimCoupon, loadCouponCenter } from '#lib/client/stores/activities/coupons.ts';
import { $user, loadUser } from '#lib/client/stores/shell/user.ts';
import type { CouponCenter as Center, CouponCenterInput } from '#lib/contract/coupons.ts';
import { path } from '#lib/contract/routes.ts';
import { CenterTicket } from './CenterTicket.tsx';

interface Props {
  /** In public form: without amounts and personal states. */
  initial: Center;
  input: CouponCenterInput;
}

/** A page waits at most this long for a coupon to open. */
const longestWait = 6 * 3_600_000;

/** The coupons of the coupon centre; the buyer's own amounts and states are loaded after the page. */
export function CouponCenter({ initial, input }: Props) {
  const [center, setCenter] = useState(initial);
  const user = useStore($user, { ssr: 'initial' });
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

  // A coupon opens or ends while the page is open.
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
    <>
      <WayIn isOpen={center.list.some(({ value }) => value !== undefined)} />
      <ul className="when-known grid gap-3 md:grid-cols-2 xl:grid-cols-3 p-3 md:p-4">
        {center.list.map((coupon) => (
          <CenterTicket
            key={coupon.id}
            coupon={coupon}
            isBarred={user?.is_passed === 0}
            mayAsk
            onClaim={claim}
          />
        ))}
      </ul>
    </>
  );
}

/** Once for the whole page: how to get to see the coupons' amounts. Its place is reserved. */
function WayIn({ isOpen }: { isOpen: boolean }) {
  const user = useStore($user, { ssr: 'initial' });
  useEffect(() => void loadUser(), []);
  const [text, action, href] =
    user === null || user === undefined
      ? ['登录后可查看面额并领取', '去登录', path('/login')]
      : [
          `${user.company_status_text}的企业不能查看面额和领取，恢复或通过审核后可领`,
          '查看原因',
          path('/user'),
        ];
  return (
    <p className="flex items-center gap-2 min-h-control px-3 md:px-4 pt-3 text-small text-ink-2">
      {isOpen || user === undefined || user?.is_passed === 1 ? (
        '领取后结算时自动选用最优惠的一张'
      ) : (
        <>
          {text}
          <a className="link" href={href} data-login={user === null ? '' : undefined}>
            {action}
          </a>
        </>
      )}
    </p>
  );
}

/** A failure of the page's own loading is not reported: the public form stays. */
async function load(input: CouponCenterInput): Promise<Center | undefined> {
  return loadCouponCenter(input).catch(() => undefined);
}
