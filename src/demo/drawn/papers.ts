/** Pictures of the demo's licences, drawn like the pictures of its items: real ones would belong to a real company. */
import { createHash } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { type PaperKind, paperNames } from '#lib/rules/companies/qualification.ts';
import { eachRow, type RowsDone } from '#lib/server/core/jobs/each-row.ts';
import { isReady } from '#lib/server/core/jobs/job-rows.ts';
import type { Db } from '#lib/server/db/client.ts';
import { merchant, merchantPaper } from '#lib/server/db/schema.ts';
import { canWriteChinese } from '#lib/server/engines/pictures/raster.ts';
import { findBarePaper, listBarePapers } from '#lib/server/files/orphan-rows.ts';
import { attachFile, saveFile } from '#lib/server/files/rows.ts';
import { addressOf, openFiles } from '#lib/server/ports/files/store.ts';
import { stories } from '../seed/company-stories.ts';
import { companies } from '../seed/known.ts';
import { drawnSize, drawPaper } from './drawing.ts';

// Subjects of the demo's drawn 首营资料: a few merchants and items that its companies received lately.

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

const job = 'drawDemoPapers';
const lastCompany = Math.max(...stories.map(({ login }) => companies[login]));

/** Draws a picture for each of the demo's own licences without one. A repeat changes nothing. */
export async function drawDemoPapers(db: Db, now: Date): Promise<RowsDone> {
  if (!canWriteChinese()) return { done: 0, failed: 0 };
  return eachRow(db, {
    job,
    now,
    list: () => listBarePapers(db, job, lastCompany, now),
    work: (id: number) => drawOne(db, id, now),
  });
}

type Bare = NonNullable<Awaited<ReturnType<typeof findBarePaper>>>;

async function drawOne(db: Db, id: number, now: Date): Promise<number> {
  const paper = await findBarePaper(db, id);
  if (paper === null) return 0;
  const { default: sharp } = await import('sharp');
  const stored = await sharp(Buffer.from(draw(paper)))
    .jpeg({ quality: 82 })
    .toBuffer();
  const row = await saveFile(db, {
    companyId: paper.companyId,
    digest: createHash('sha256').update(stored).digest('hex'),
    kind: 'image',
    contentType: 'image/jpeg',
    bytes: stored.byteLength,
    ...drawnSize,
    name: `${paperNames[paper.kind]}.jpg`,
    createdAt: now,
  });
  const files = await openFiles();
  await files.put(addressOf(row), 'preview', stored);
  await files.put(addressOf(row), 'stored', stored);
  return (await attachFile(db, id, row.id)) ? 1 : 0;
}

const frames: Partial<Record<PaperKind, string>> = { business_licence: '#b8372b', drug_licence: '#1f6fd6' };

function draw({ kind, number, company, validFrom, validTo }: Bare): string {
  const lines: [string, string][] = [
    ['编　　号', number],
    ['名　　称', company],
    ['发证日期', validFrom ?? ''],
    ['有效期至', validTo ?? '长期'],
    ['发证机关', '示范市场监督管理局'],
  ];
  return drawPaper(paperNames[kind], lines, frames[kind]);
}
