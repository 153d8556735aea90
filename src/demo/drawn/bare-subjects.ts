/** Subjects of the demo's drawn 首营资料: a few merchants and items that its companies received lately. */
import { asc, eq, sql } from 'drizzle-orm';
import { isReady } from '#lib/server/core/jobs/job-rows.ts';
import type { Db } from '#lib/server/db/client.ts';
import { merchant, merchantPaper } from '#lib/server/db/schema.ts';

/** Days of the demo's parcels that are searched. */
const lately = 14;
const merchants = 3;
const goodsOfEach = 5;

const delivered = (lastCompany: number, since: Date) => sql`
  select distinct o.merchant_id, ol.goods_id from shipment s join "order" o on o.no = s.order_no
  join shipment_lot sl on sl.shipment_id = s.id join order_line ol on ol.id = sl.order_line_id
  where o.company_id <= ${lastCompany} and o.created_at > ${since}`;

/** Those that never had a document, as `merchant 3` and `goods 1590`, for companies up to `lastCompany`. */
export async function listBareSubjects(
  db: Db,
  job: string,
  lastCompany: number,
  now: Date,
): Promise<string[]> {
  const since = new Date(now.getTime() - lately * 86_400_000);
  const key = sql`c.key`;
  const { rows } = await db.execute<{ key: string }>(sql`
    with sent as (${delivered(lastCompany, since)}),
    houses as (select distinct merchant_id from sent order by 1 limit ${merchants}),
    numbered as (
      select goods_id, row_number() over (partition by merchant_id order by goods_id) as place from sent
      where merchant_id in (select merchant_id from houses)),
    c as (
      select 'merchant ' || merchant_id as key from houses h
        where not exists (select 1 from onboarding_paper p
          where p.merchant_id = h.merchant_id and p.goods_id is null and p.maker is null)
      union all
      select 'goods ' || goods_id from numbered n where place <= ${goodsOfEach}
        and not exists (select 1 from onboarding_paper p where p.goods_id = n.goods_id))
    select c.key from c where ${isReady(job, key, now)} order by 1`);
  return rows.map((row) => row.key);
}

/** A merchant with its registered licences, and its rank among all of them, from 1; null where there is none. */
export async function findDemoMerchant(db: Db, merchantId: number) {
  const [row] = await db
    .select({
      fullName: merchant.fullName,
      place: sql<number>`(select count(*)::int from ${merchant} m where m.id <= ${merchantId})`,
    })
    .from(merchant)
    .where(eq(merchant.id, merchantId));
  if (row === undefined) return null;
  const papers = await db
    .select({ kind: merchantPaper.kind, number: merchantPaper.number, validTo: merchantPaper.validTo })
    .from(merchantPaper)
    .where(eq(merchantPaper.merchantId, merchantId))
    .orderBy(asc(merchantPaper.kind));
  return { ...row, papers };
}
