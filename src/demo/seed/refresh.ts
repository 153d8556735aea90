import { sql } from 'drizzle-orm';
import { nearExpiryWarehouse } from '#lib/rules/terms/shelf-life.ts';
import type { Db } from '#lib/server/db/client.ts';
import { requireDemo } from '#lib/server/db/demo.ts';
import { moveContracts } from './contracts.ts';
import { couponDays, upcomingDays } from './coupons.ts';
import { dayFrom, hourOf, momentFrom } from './dates.ts';
import * as known from './known.ts';
import { endingLicence, lastMerchant, merchantPaperDays } from './merchants.ts';
import { runsForDays } from './promotion-plan.ts';
import { sessionDays } from './promotions.ts';

/** Items of the near-expiry warehouse have at least this many days left, other items `leastDays`. */
const leastDaysNear = 30;
const leastDays = 120;

/**
 * Moves the dates of a long-lived demo ahead of the calendar: outdated ones (lots, flash sessions, activities, coupons,
 * licences, contracts) move on, future ones stay. Changes the demo's own rows only; idempotent. Throws StartupError in a database
 * that is not the demo's.
 */
export async function refreshDemoDates(db: Db, now: Date): Promise<void> {
  const moves = [
    moveLots(now),
    moveSessions(now),
    reopenActivities(now),
    moveCoupons('coupon', now),
    moveCoupons('company_coupon', now),
    movePapers(now),
    moveMerchantPapers(now),
    moveWheels(now),
    moveContracts(dayFrom(now, 0)),
  ];
  await db.transaction(async (tx) => {
    await requireDemo(tx, '移动日期');
    for (const move of moves) await tx.execute(move);
  });
}

/**
 * A newer lot replaces one that expires: both days move by half years until enough is left. The item that demonstrates
 * an expired lot stays, and so do items with lots of their own: these decide what is sold next.
 */
function moveLots(now: Date) {
  const least = sql`case when warehouse_id = ${nearExpiryWarehouse} then ${leastDaysNear}::int else ${leastDays}::int end`;
  const step = sql`case when warehouse_id = ${nearExpiryWarehouse} then 60 else 180 end`;
  const today = sql`${dayFrom(now, 0)}::date`;
  const days = sql`ceil((${today} + ${least} - expires_on) / (${step})::numeric)::int * ${step}`;
  const made = sql`produced_on + ${days}`;
  return sql`update goods set expires_on = expires_on + ${days}, produced_on = ${made},
      lot_no = to_char(${made}, 'YYMMDD') || lpad((id % 100)::text, 2, '0')
    where expires_on < ${today} + ${least} and id <> ${known.goodsExpiredLot}
      and not exists (select 1 from lot where lot.goods_id = goods.id)
      and exists (select 1 from demo_goods d where goods.id between d.first_id and d.last_id)`;
}

/**
 * Sessions of past days are moved by whole weeks into the future, with full stock. Those of today stay until midnight,
 * over or not: the day shows all of its sessions.
 */
function moveSessions(now: Date) {
  const today = sql`${hourOf(now, 0).toISOString()}::timestamptz`;
  const weeks = sql`(floor(extract(epoch from ${today} - ends_at) / (86400 * ${sessionDays}::int)) + 1)
    * (${sessionDays}::int * interval '1 day')`;
  return sql`with moved as (
      update activity set starts_at = starts_at + ${weeks}, ends_at = ends_at + ${weeks}
      where kind = 'flash' and id between 101 and 199 and ends_at <= ${today}
      returning id)
    update activity_goods set sold = 0 where activity_id in (select id from moved)`;
}

/**
 * Finished activities start again. A group-buy waits until all its participants are settled, and begins after them:
 * orders of the last run do not count for the next.
 */
function reopenActivities(now: Date) {
  const soon = momentFrom(now, 1).toISOString();
  return sql`with opened as (
      update activity a set starts_at = case when a.kind = 'group_buy' and a.settled_at is not null
          then least(a.ends_at, ${now.toISOString()}::timestamptz)
          else ${momentFrom(now, -1).toISOString()}::timestamptz end,
        ends_at = ${momentFrom(now, runsForDays).toISOString()}::timestamptz, settled_at = null,
        config = a.config - 'outcome'
      where a.id between 1 and 100 and a.ends_at <= ${soon}::timestamptz
        and (a.kind <> 'group_buy' or a.settled_at is not null
          or not exists (select 1 from order_line l where l.activity_id = a.id))
      returning id)
    update activity_goods set sold = 0 where activity_id in (select id from opened)`;
}

function moveCoupons(table: 'coupon' | 'company_coupon', now: Date) {
  const to = momentFrom(now, couponDays).toISOString();
  const soon = momentFrom(now, 1).toISOString();
  const name = sql.identifier(table);
  if (table === 'coupon') {
    // One of the two is always upcoming, the other always just over.
    return sql`update ${name} set
        claim_from = case when id = ${known.couponUpcoming} then ${momentFrom(now, upcomingDays).toISOString()}::timestamptz
          else claim_from end,
        claim_to = case when id = ${known.couponEnded} then ${momentFrom(now, -1).toISOString()}::timestamptz
          else ${to}::timestamptz end,
        valid_to = ${to}::timestamptz
      where (id <= 12 and valid_to <= ${soon}::timestamptz)
        or (id = ${known.couponUpcoming} and claim_from <= ${soon}::timestamptz)
        or (id = ${known.couponEnded} and claim_to <= ${momentFrom(now, -3).toISOString()}::timestamptz)`;
  }
  // Coupon 9 of demo demonstrates an expired one.
  return sql`update ${name} set valid_to = ${to}::timestamptz
    where coupon_id in (${known.couponMerchant}, ${known.couponPlatform}, ${known.voucherDemo}) and status = 'unused'
      and valid_to <= ${soon}::timestamptz`;
}

const lastCompany = Math.max(...Object.values(known.companies));

/**
 * Licences of demo companies are renewed, except for those that demonstrate expiry, and drafts. They are matched by
 * their code too: in a demo older than some of them, the number may belong to a company that registered.
 */
function movePapers(now: Date) {
  return sql`update paper set valid_to = ${dayFrom(now, 40)}::date
    where valid_to < ${dayFrom(now, 10)}::date and status not in ('draft', 'replaced')
      and exists (select 1 from company c where c.id = paper.company_id and c.id <= ${lastCompany}
        and substr(c.credit_code, 9, 5) = 'MA999')
      and not (company_id in (${known.companies.expired}, ${known.companies['daishen-2']}) and kind = 'drug_licence')`;
}

function moveMerchantPapers(now: Date) {
  const { merchantId, days } = endingLicence;
  return sql`update merchant_paper set valid_to = case when merchant_id = ${merchantId}
      then ${dayFrom(now, days)}::date else ${dayFrom(now, merchantPaperDays)}::date end
    where merchant_id <= ${lastMerchant} and valid_to < case when merchant_id = ${merchantId}
      then ${dayFrom(now, 20)}::date else ${dayFrom(now, 90)}::date end`;
}

function moveWheels(now: Date) {
  const { token, days } = known.openWheel;
  return sql`update wheel set ends_at = ${momentFrom(now, days).toISOString()}::timestamptz
    where token = ${token} and closed_at is null and ends_at <= ${momentFrom(now, 1).toISOString()}::timestamptz`;
}
