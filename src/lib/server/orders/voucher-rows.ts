/** Coupons and cash vouchers of a company: orders use and return them. */
import { and, asc, eq, gt, inArray, like, lte, sql, sum } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { companyCoupon, voucherLedger } from '../db/schema.ts';

export type VoucherUse = { id: number; amount: number };

/** Reserves unused, valid coupons for a trade; answers the ids that could be reserved. */
export async function holdCoupons(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
  tradeNo: string,
  now: Date,
): Promise<number[]> {
  const rows = await tx
    .update(companyCoupon)
    .set({ status: 'held', tradeNo })
    .where(
      and(
        eq(companyCoupon.companyId, companyId),
        inArray(companyCoupon.id, [...ids]),
        eq(companyCoupon.status, 'unused'),
        lte(companyCoupon.validFrom, now),
        gt(companyCoupon.validTo, now),
        // A newcomers' coupon is invalid once the company has paid an order.
        sql`not exists (select 1 from coupon c join company k on k.id = ${companyId}
          where c.id = ${companyCoupon.couponId} and c.is_newcomer_only and k.first_paid_at is not null)`,
      ),
    )
    .returning({ id: companyCoupon.id });
  return rows.map((row) => row.id);
}

/** Returns coupons to the company that a trade held or had used. */
export async function releaseCoupons(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
  from: 'held' | 'used' = 'held',
): Promise<void> {
  await tx
    .update(companyCoupon)
    .set({ status: 'unused', tradeNo: null, usedAt: null })
    .where(
      and(
        eq(companyCoupon.companyId, companyId),
        inArray(companyCoupon.id, [...ids]),
        eq(companyCoupon.status, from),
      ),
    );
}

/** Pays with vouchers that have enough left, with an entry each; answers the ids that did. */
export async function spendVouchers(
  tx: Tx,
  companyId: number,
  uses: readonly VoucherUse[],
  ref: string,
  now: Date,
): Promise<number[]> {
  const result = await tx.execute<{ id: number }>(sql`
    with wanted as (${wantedVouchers(uses)}),
      moved as (
        update company_coupon c set
          balance = c.balance - w.amount,
          status = case when c.balance = w.amount then 'used' else c.status end,
          used_at = ${now}
        from wanted w
        where c.id = w.id and c.company_id = ${companyId} and c.status = 'unused' and c.balance >= w.amount
          and c.valid_from <= ${now} and c.valid_to > ${now}
        returning c.id, c.balance, w.amount)
    insert into voucher_ledger (company_coupon_id, use_type, amount, balance_after, ref)
    select id, 'pay', -amount, balance, ${ref} from moved
    returning company_coupon_id as id`);
  return result.rows.map((row) => row.id);
}

/** Returns money to vouchers, with an entry each; `useType` is give_back (cancelled) or refund. */
export async function refillVouchers(
  tx: Tx,
  uses: readonly VoucherUse[],
  useType: 'give_back' | 'refund',
  ref: string,
): Promise<void> {
  await tx.execute(sql`
    with wanted as (${wantedVouchers(uses)}),
      moved as (
        update company_coupon c set
          balance = c.balance + w.amount,
          status = case when c.status = 'used' then 'unused' else c.status end
        from wanted w where c.id = w.id
        returning c.id, c.balance, w.amount)
    insert into voucher_ledger (company_coupon_id, use_type, amount, balance_after, ref)
    select id, ${useType}, amount, balance, ${ref} from moved`);
}

/** Amounts that refunds with this number prefix returned to these vouchers, a row each refund, the first first. */
export async function listVoucherRefunds(
  db: Db | Tx,
  ids: readonly number[],
  prefix: string,
): Promise<{ no: string; amount: number; at: Date }[]> {
  if (ids.length === 0) return [];
  const { ref, amount, createdAt, companyCouponId, useType } = voucherLedger;
  return db
    .select({ no: ref, amount: sum(amount).mapWith(Number), at: sql`min(${createdAt})`.mapWith(createdAt) })
    .from(voucherLedger)
    .where(and(inArray(companyCouponId, [...ids]), eq(useType, 'refund'), like(ref, `${prefix}%`)))
    .groupBy(ref)
    .orderBy(asc(sql`min(${createdAt})`));
}

function wantedVouchers(uses: readonly VoucherUse[]) {
  return sql`select * from unnest(${sql.param(uses.map((use) => use.id))}::int[],
    ${sql.param(uses.map((use) => use.amount))}::bigint[]) as w(id, amount)`;
}
