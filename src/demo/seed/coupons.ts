import { must } from '#lib/rules/terms/must.ts';
import type { companyCoupon, coupon } from '#lib/server/db/schema.ts';
import { momentFrom } from './dates.ts';
import * as known from './known.ts';

type Coupon = typeof coupon.$inferInsert;
type Held = typeof companyCoupon.$inferInsert;

/** Days that a demo coupon can be claimed and used from the day of seeding. */
export const couponDays = 45;

/** Days until the one opens that is still to come. */
export const upcomingDays = 3;

type Plain = Pick<Coupon, 'id' | 'name' | 'threshold' | 'value'> & Partial<Coupon>;

/** Fen everywhere: a coupon of 300.00 − 15.00 has threshold 30000 and value 1500. */
const coupons: Plain[] = [
  { id: known.couponMerchant, merchantId: 1, name: '自营店铺券', threshold: 30_000, value: 1_500 },
  { id: known.couponPlatform, name: '平台通用券', threshold: 80_000, value: 3_000 },
  {
    id: known.couponClaimable,
    merchantId: 1,
    name: '自营大额券',
    threshold: 100_000,
    value: 6_000,
    perCompany: 2,
  },
  { id: 4, merchantId: 6, name: '淮砚店铺券', threshold: 40_000, value: 2_000 },
  { id: 5, merchantId: 10, name: '蜀霁店铺券', threshold: 50_000, value: 3_000 },
  { id: 6, merchantId: 16, name: '萃沛健康券', threshold: 20_000, value: 1_000 },
  { id: 7, name: '平台满减券', threshold: 200_000, value: 10_000, perCompany: 3 },
  {
    id: 8,
    name: '新店首单券',
    threshold: 20_000,
    value: 2_000,
    remarks: '首次采购可用',
    isNewcomerOnly: true,
  },
  { id: 9, merchantId: 13, name: '豫棠店铺券', threshold: 30_000, value: 1_200 },
  { id: 10, merchantId: 14, name: '苏芃器械券', threshold: 100_000, value: 8_000, total: 60, claimed: 60 },
  { id: known.couponUpcoming, name: '周末满减券', threshold: 150_000, value: 8_000 },
  { id: known.couponEnded, merchantId: 3, name: '限时店铺券', threshold: 20_000, value: 800 },
  { id: known.voucherDemo, kind: 'voucher', name: '现金券', threshold: 0, value: 5_000, total: 200 },
  { id: 12, kind: 'voucher', name: '老客回馈现金券', threshold: 0, value: 2_000, total: 500 },
];

/** Which coupons a company holds already. */
const holdings: [companyId: number, couponId: number][] = [
  [known.companies.demo, known.couponMerchant],
  [known.companies.demo, known.couponPlatform],
  [known.companies.demo, known.voucherDemo],
  [known.companies.other, known.couponPlatform],
  [known.companies.clinic, known.couponPlatform],
];

/** Fields that hang on the day of seeding: one coupon is still to come, one is over. */
function timesOf(id: number | undefined, now: Date): Partial<Coupon> {
  if (id === known.couponUpcoming) return { claimFrom: momentFrom(now, upcomingDays) };
  return id === known.couponEnded ? { claimTo: momentFrom(now, -1) } : {};
}

/** All demo coupons, and those held by companies. */
export function couponValues(now: Date): { coupons: Coupon[]; held: Held[] } {
  const from = momentFrom(now, -2);
  const to = momentFrom(now, couponDays);
  const rows = coupons.map((row) => {
    const held = holdings.filter(([, couponId]) => couponId === row.id).length;
    const times = { claimFrom: from, claimTo: to, validFrom: from, validTo: to, ...timesOf(row.id, now) };
    return { total: 1000, claimed: held, ...times, ...row };
  });
  const held: Held[] = holdings.map(([companyId, couponId]) => ({
    companyId,
    couponId,
    validFrom: from,
    validTo: to,
    balance:
      couponId === known.voucherDemo
        ? must(
            rows.find((row) => row.id === couponId),
            `coupon ${couponId}`,
          ).value
        : null,
    claimedAt: momentFrom(now, -1),
  }));
  // One that has expired, for the tab 已过期.
  held.push({
    companyId: known.companies.demo,
    couponId: 9,
    validFrom: momentFrom(now, -60),
    validTo: momentFrom(now, -20),
    claimedAt: momentFrom(now, -55),
  });
  return { coupons: rows, held };
}
