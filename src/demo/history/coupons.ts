/** Past coupons of the demo's history. Pure. */
import { must } from '#lib/rules/terms/must.ts';
import type { Coupon } from '#lib/rules/terms/terms.ts';
import type { companyCoupon, coupon } from '#lib/server/db/schema.ts';
import { momentFrom } from '../seed/dates.ts';
import { merchantHouse } from '../seed/known.ts';
import { lifeDays } from './habits.ts';

type Row = typeof coupon.$inferInsert & { id: number };

/** Days since they ended; the centre shows what ended within a week. */
const endedDays = 10;
const month = 30;

const plain = [
  { id: 21, merchantId: merchantHouse, name: '自营月度券', threshold: 50_000, value: 1_500 },
  { id: 22, merchantId: null, name: '平台月度券', threshold: 150_000, value: 5_000 },
];

/** Their rows: each of `companies` claimed one a month. */
export function pastCoupons(now: Date, companies: number): Row[] {
  const span = { from: momentFrom(now, -lifeDays), to: momentFrom(now, -endedDays) };
  return plain.map((row) => ({
    ...row,
    total: 500,
    claimed: companies * (lifeDays / month),
    perCompany: lifeDays / month,
    claimFrom: span.from,
    claimTo: span.to,
    validFrom: span.from,
    validTo: span.to,
  }));
}

/** A company's claims of them: one a month. */
export function heldThen(companyId: number, now: Date): (typeof companyCoupon.$inferInsert)[] {
  return Array.from({ length: lifeDays / month }, (_, i) => -lifeDays + i * month).flatMap((from) =>
    plain.map(({ id }) => ({
      companyId,
      couponId: id,
      validFrom: momentFrom(now, from),
      validTo: momentFrom(now, Math.min(from + month, -endedDays)),
      claimedAt: momentFrom(now, from),
    })),
  );
}

/** A held coupon in the form for the quote. */
export function couponThen(held: typeof companyCoupon.$inferSelect): Coupon {
  const row = must(
    plain.find(({ id }) => id === held.couponId),
    `past coupon ${held.couponId}`,
  );
  return {
    id: held.id,
    kind: row.merchantId ? 'merchant' : 'platform',
    merchantId: row.merchantId,
    name: row.name,
    threshold: row.threshold,
    value: row.value,
    startsAt: held.validFrom.getTime(),
    endsAt: held.validTo.getTime(),
    status: 'unused',
    isBarred: false,
  };
}
