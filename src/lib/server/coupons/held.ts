/** Coupons and cash vouchers of a company. */
import type {
  AvailableCouponsValues,
  CouponCount,
  HeldCoupons,
  HeldCouponsValues,
} from '#lib/contract/coupons.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import type { Context } from '../core/context.ts';
import { countHeld, listHeld } from './rows.ts';
import { heldCouponOf, seesAmounts } from './wire.ts';

/** `GET /api/user/coupon`: by status (none: all), coupons or cash vouchers. */
export async function listHeldCoupons(
  context: Context<'buyer'>,
  input: HeldCouponsValues,
): Promise<HeldCoupons> {
  return list(context, input, false);
}

/** `GET /api/user/available-coupon`: those usable now. */
export async function listAvailableCoupons(
  context: Context<'buyer'>,
  input: AvailableCouponsValues,
): Promise<HeldCoupons> {
  return list(context, { ...input, status: undefined }, true);
}

async function list(
  { db, actor: { account }, now }: Context<'buyer'>,
  { type, status, page, size }: HeldCouponsValues,
  isUsable: boolean,
): Promise<HeldCoupons> {
  const found = await listHeld(db, account.companyId, {
    type,
    status,
    isUsable,
    now,
    limit: size,
    offset: (page - 1) * size,
  });
  return {
    list: found.list.map((row) => heldCouponOf(row, account, now.getTime())),
    total: found.total,
    page,
    size,
  };
}

/** `GET /api/user/coupon-count`. */
export async function countHeldCoupons({
  db,
  actor: { account },
  now,
}: Context<'buyer'>): Promise<CouponCount> {
  const rows = await countHeld(db, account.companyId, now);
  const find = (kind: string, status: string) =>
    rows.find((row) => row.kind === kind && row.status === status);
  const countOf = (kind: string, status: string) => find(kind, status)?.count ?? 0;
  return {
    unused: countOf('coupon', 'unused'),
    held: countOf('coupon', 'held'),
    used: countOf('coupon', 'used'),
    expired: countOf('coupon', 'expired'),
    voucher: {
      unused: countOf('voucher', 'unused'),
      used: countOf('voucher', 'used'),
      expired: countOf('voucher', 'expired'),
      ...(seesAmounts(account) && { balance: formatYuan(find('voucher', 'unused')?.balance ?? 0) }),
    },
  };
}
