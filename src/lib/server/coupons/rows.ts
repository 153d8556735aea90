/** Claims and lists of coupons. Orders use and release them in orders/voucher-rows. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { CouponType, HeldStatus } from '#lib/contract/coupons.ts';
import { allRoomStates, isPublicRoom } from '#lib/rules/live/room.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { companyCoupon, coupon, merchant } from '../db/schema.ts';

export type CouponRow = typeof coupon.$inferSelect;

export interface CenterRow {
  coupon: CouponRow;
  merchant: string | null;
  /** Pieces that the calling company has claimed. */
  mine: number;
  /** Of these, those that can be used or are held by an unpaid order. */
  usable: number;
  /** For newcomers, and the calling company is not one any more. */
  isBarred: boolean;
}

/** Cash vouchers are issued, not claimed. */
const isClaimable = eq(coupon.kind, 'coupon');

/** A coupon that was dropped in a live room: it is claimed there, while the room is public. */
const isDropped = sql<boolean>`exists (select 1 from live_drop ld where ld.coupon_id = ${coupon.id})`;
const isReachable = sql<boolean>`not exists (select 1 from live_drop ld join live_room lr on lr.id = ld.room_id
  where ld.coupon_id = ${coupon.id} and lr.state not in ${allRoomStates.filter(isPublicRoom)})`;

/** True for a newcomers' coupon when the company has paid an order before. */
function barredFor(companyId: number | null): SQL<boolean> {
  return sql<boolean>`(${coupon.isNewcomerOnly} and exists (select 1 from company k
    where k.id = ${companyId ?? 0} and k.first_paid_at is not null))`;
}

function ofType(type: CouponType | undefined): SQL | undefined {
  if (type === 'voucher') return eq(coupon.kind, 'voucher');
  if (type === undefined) return eq(coupon.kind, 'coupon');
  return and(eq(coupon.kind, 'coupon'), (type === 'merchant' ? isNotNull : isNull)(coupon.merchantId));
}

function selectCenter(db: Db | Tx, companyId: number | null, now: Date) {
  return db
    .select({
      coupon,
      merchant: merchant.shortName,
      mine: sql<number>`(select count(*)::int from company_coupon h
        where h.coupon_id = ${coupon.id} and h.company_id = ${companyId ?? 0})`,
      usable: sql<number>`(select count(*)::int from company_coupon h
        where h.coupon_id = ${coupon.id} and h.company_id = ${companyId ?? 0}
          and (h.status = 'held' or (h.status = 'unused' and h.valid_to > ${now})))`,
      isBarred: barredFor(companyId),
    })
    .from(coupon)
    .leftJoin(merchant, eq(merchant.id, coupon.merchantId));
}

/**
 * Coupons whose claiming ended after `since`: claimable ones first, then future ones, used-up ones, and ended ones;
 * within that the most valuable first. Newcomers' coupons are left out for others, and those of live rooms for everyone.
 */
export async function listCenter(
  db: Db,
  companyId: number | null,
  { type, since, now, limit, offset }: { type: CouponType | undefined; since: Date; now: Date } & Page,
): Promise<{ list: CenterRow[]; total: number }> {
  const where = and(
    isClaimable,
    ofType(type),
    gt(coupon.claimTo, since),
    not(barredFor(companyId)),
    not(isDropped),
  );
  const place = sql`case when ${coupon.claimTo} <= ${now} or ${coupon.validTo} <= ${now} then 3
    when ${coupon.claimFrom} > ${now} then 1
    when ${coupon.claimed} >= ${coupon.total} then 2 else 0 end`;
  const list = await selectCenter(db, companyId, now)
    .where(where)
    .orderBy(place, desc(coupon.value), asc(coupon.id))
    .limit(limit)
    .offset(offset);
  return { list, total: await db.$count(coupon, where) };
}

/** One claimable coupon with the company's claims of it; null for an unknown id. */
export async function findCenterCoupon(
  db: Db | Tx,
  companyId: number,
  id: number,
  now: Date,
): Promise<CenterRow | null> {
  const [row] = await selectCenter(db, companyId, now).where(
    and(isClaimable, eq(coupon.id, id), isReachable),
  );
  return row ?? null;
}

/** Coupons of a live room, in no order, with the claims of a company. */
export async function findCenterCoupons(
  db: Db,
  companyId: number | null,
  ids: readonly number[],
  now: Date,
): Promise<CenterRow[]> {
  if (ids.length === 0) return [];
  return selectCenter(db, companyId, now).where(and(isClaimable, inArray(coupon.id, [...ids])));
}

/** Takes one piece of what is left within its time; null when there is none for this company. The row stays locked. */
export async function takeCoupon(
  tx: Tx,
  companyId: number,
  id: number,
  now: Date,
): Promise<CouponRow | null> {
  const [row] = await tx
    .update(coupon)
    .set({ claimed: sql`${coupon.claimed} + 1` })
    .where(
      and(
        eq(coupon.id, id),
        isClaimable,
        sql`${coupon.claimed} < ${coupon.total}`,
        lte(coupon.claimFrom, now),
        gt(coupon.claimTo, now),
        gt(coupon.validTo, now),
        not(barredFor(companyId)),
        isReachable,
      ),
    )
    .returning();
  return row ?? null;
}

/** Pieces of a coupon that a company has claimed, in any state. */
export async function countClaims(tx: Tx, companyId: number, couponId: number): Promise<number> {
  return tx.$count(
    companyCoupon,
    and(eq(companyCoupon.companyId, companyId), eq(companyCoupon.couponId, couponId)),
  );
}

/** Gives a claimed coupon to a company. */
export async function giveCoupon(tx: Tx, companyId: number, of: CouponRow, now: Date): Promise<void> {
  await tx.insert(companyCoupon).values({
    companyId,
    couponId: of.id,
    validFrom: of.validFrom,
    validTo: of.validTo,
    claimedAt: now,
  });
}

interface Page {
  limit: number;
  offset: number;
}

/** The status of a held coupon by rules/coupons, as a condition: 已过期 follows from the end of an unused one. */
function standsAt(status: HeldStatus, now: Date): SQL | undefined {
  const unused = eq(companyCoupon.status, 'unused');
  const conditions: Record<HeldStatus, SQL | undefined> = {
    unused: and(unused, gt(companyCoupon.validTo, now)),
    held: eq(companyCoupon.status, 'held'),
    used: eq(companyCoupon.status, 'used'),
    expired: and(unused, lte(companyCoupon.validTo, now)),
  };
  return conditions[status];
}

export interface HeldFilter extends Page {
  type: CouponType | undefined;
  status: HeldStatus | undefined;
  /** Only those that can be used at `now`. */
  isUsable: boolean;
  now: Date;
}

/** Coupons of a company: the earliest end first, of ended ones the latest. */
export async function listHeld(
  db: Db,
  companyId: number,
  { type, status, isUsable, now, limit, offset }: HeldFilter,
) {
  const where = and(
    eq(companyCoupon.companyId, companyId),
    ofType(type),
    status && standsAt(status, now),
    isUsable ? and(usableAt(now), not(barredFor(companyId))) : undefined,
  );
  const isOpen = sql`${companyCoupon.status} in ('unused', 'held') and ${companyCoupon.validTo} > ${now}`;
  const list = await db
    .select({ held: companyCoupon, coupon, merchant: merchant.shortName })
    .from(companyCoupon)
    .innerJoin(coupon, eq(coupon.id, companyCoupon.couponId))
    .leftJoin(merchant, eq(merchant.id, coupon.merchantId))
    .where(where)
    .orderBy(
      desc(isOpen),
      sql`case when ${isOpen} then ${companyCoupon.validTo} end`,
      desc(sql`coalesce(${companyCoupon.usedAt}, ${companyCoupon.validTo})`),
      desc(companyCoupon.id),
    )
    .limit(limit)
    .offset(offset);
  const [counted] = await db
    .select({ total: count() })
    .from(companyCoupon)
    .innerJoin(coupon, eq(coupon.id, companyCoupon.couponId))
    .where(where);
  return { list, total: counted?.total ?? 0 };
}
export type HeldRow = Awaited<ReturnType<typeof listHeld>>['list'][number];

function usableAt(now: Date): SQL | undefined {
  return and(
    standsAt('unused', now),
    lte(companyCoupon.validFrom, now),
    sql`(${coupon.kind} = 'coupon' or ${companyCoupon.balance} > 0)`,
  );
}

/** A company's coupons by kind and status; of vouchers also what is left on those that still count. */
export async function countHeld(db: Db, companyId: number, now: Date) {
  const status = sql<HeldStatus>`case when ${companyCoupon.status} = 'unused' and ${companyCoupon.validTo} <= ${now}
    then 'expired' else ${companyCoupon.status} end`;
  return db
    .select({
      kind: coupon.kind,
      status: status.as('standing'),
      count: count(),
      balance: sql<number>`coalesce(sum(${companyCoupon.balance}), 0)::bigint`.mapWith(Number),
    })
    .from(companyCoupon)
    .innerJoin(coupon, eq(coupon.id, companyCoupon.couponId))
    .where(eq(companyCoupon.companyId, companyId))
    .groupBy(coupon.kind, sql`standing`);
}

/** Makes a coupon of one piece, which cannot be claimed, and gives it to a company; answers the piece's id. */
export async function issueToCompany(
  tx: Tx,
  companyId: number,
  of: Pick<CouponRow, 'kind' | 'name' | 'remarks' | 'threshold' | 'value' | 'validFrom' | 'validTo'>,
): Promise<number> {
  // Its claiming time is before the shop existed: the coupon centre shows what was claimable lately.
  const never = new Date(0);
  const { validFrom, validTo } = of;
  const [made] = await tx
    .insert(coupon)
    .values({ ...of, total: 1, claimed: 1, claimFrom: never, claimTo: never })
    .returning({ id: coupon.id });
  const [given] = await tx
    .insert(companyCoupon)
    .values({
      companyId,
      couponId: must(made, 'the coupon').id,
      balance: of.kind === 'voucher' ? of.value : null,
      validFrom,
      validTo,
      claimedAt: validFrom,
    })
    .returning({ id: companyCoupon.id });
  return must(given, 'the piece').id;
}
