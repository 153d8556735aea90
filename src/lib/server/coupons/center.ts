/** The coupon centre: claimable coupons, and claiming them. */
import type { CenterCoupon, CouponCenter, CouponCenterValues } from '#lib/contract/coupons.ts';
import { AppError } from '#lib/contract/errors.ts';
import { claimState } from '#lib/rules/promotions/claim-state.ts';
import type { Context } from '../core/context.ts';
import { type CenterRow, countClaims, findCenterCoupon, giveCoupon, listCenter, takeCoupon } from './rows.ts';
import { centerCouponOf, seesAmounts } from './wire.ts';

/** Ended coupons stay visible for this long. */
const savedMs = 7 * 86_400_000;

/** `GET /api/coupon-center`: claimable ones first. Visitors see neither amounts nor own coupons. */
export async function listCouponCenter(
  { db, actor: { account }, now }: Context<'all'>,
  input: CouponCenterValues,
): Promise<CouponCenter> {
  const { list, total } = await listCenter(db, account?.companyId ?? null, {
    type: input.type,
    since: new Date(now.getTime() - savedMs),
    now,
    limit: input.size,
    offset: (input.page - 1) * input.size,
  });
  return {
    list: list.map((row) => centerCouponOf(row, account, now.getTime())),
    total,
    page: input.page,
    size: input.size,
    timestamp: now.getTime(),
  };
}

/**
 * `POST /api/coupon/{id}/claim`: one more for the company, within its limit, the coupon's total and its time; answers
 * the coupon as it is then. Throws 403 for companies that may not buy, 404 for an unknown coupon, 409 with the coupon
 * in `data` when there is nothing (more) to claim: also for a repeat.
 */
export async function claimCoupon(context: Context<'buyer'>, { id }: { id: number }): Promise<CenterCoupon> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  if (!seesAmounts(account)) throw new AppError(403, '企业资质审核通过后可领取优惠券');
  const before = await find(context, id);
  refuse(before, context);
  const isClaimed = await db.transaction(async (tx) => {
    // The update locks the coupon, so claims of one company are counted one after the other.
    const taken = await takeCoupon(tx, account.companyId, id, now);
    if (taken === null) return false;
    const mine = await countClaims(tx, account.companyId, id);
    if (mine >= taken.perCompany) throw refused({ ...before, mine }, context);
    await giveCoupon(tx, account.companyId, taken, now);
    return true;
  });
  const after = await find(context, id);
  if (!isClaimed) {
    refuse(after, context);
    throw new AppError(409, '领取的人太多，请稍后再试', wireOf(after, context));
  }
  return wireOf(after, context);
}

async function find({ db, actor: { account }, now }: Context<'buyer'>, id: number): Promise<CenterRow> {
  const row = await findCenterCoupon(db, account.companyId, id, now);
  if (row === null) throw new AppError(404, '优惠券不存在或已下架');
  return row;
}

function refuse(row: CenterRow, context: Context<'buyer'>): void {
  if (stateOf(row, context).reason !== '') throw refused(row, context);
}

function refused(row: CenterRow, context: Context<'buyer'>): AppError {
  return new AppError(409, stateOf(row, context).reason, wireOf(row, context));
}

function stateOf({ coupon, mine, usable, isBarred }: CenterRow, { now }: Context<'buyer'>) {
  const moments = {
    claimFrom: coupon.claimFrom.getTime(),
    claimTo: coupon.claimTo.getTime(),
    validTo: coupon.validTo.getTime(),
  };
  return claimState({ ...coupon, ...moments, mine, usable, isBarred }, now.getTime());
}

function wireOf(row: CenterRow, { actor: { account }, now }: Context<'buyer'>): CenterCoupon {
  return centerCouponOf(row, account, now.getTime());
}
