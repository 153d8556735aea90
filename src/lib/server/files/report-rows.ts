/** Reports of merchants' lots: their files, the lots that have one, and requests for one. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { WordOf } from '#lib/rules/site/words.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import {
  goods,
  lotReport,
  merchantFile,
  order,
  orderLine,
  reportRequest,
  shipment,
  shipmentLot,
} from '../db/schema.ts';

export type MerchantFileRow = typeof merchantFile.$inferSelect;
type NewMerchantFile = Omit<typeof merchantFile.$inferInsert, 'id'>;

/** Address of the bytes: by merchant and digest, so a repeated file is stored once. */
export function merchantFileAddress({
  merchantId,
  digest,
}: Pick<MerchantFileRow, 'merchantId' | 'digest'>): string {
  return `m${merchantId}-${digest}`;
}

/** Saves the row of a file; a repeated file reuses the row, and becomes the newest. */
export async function saveMerchantFile(tx: Tx, file: NewMerchantFile): Promise<MerchantFileRow> {
  const [row] = await tx
    .insert(merchantFile)
    .values(file)
    .onConflictDoUpdate({
      target: [merchantFile.merchantId, merchantFile.kind, merchantFile.digest],
      set: { createdAt: sql`excluded.created_at` },
    })
    .returning();
  if (row === undefined) throw new Error('a file was not kept');
  return row;
}

/** The newest file of a kind; null where there is none. */
export async function findNewestFile(
  db: Db,
  merchantId: number,
  kind: WordOf<'merchant_file.kind'>,
): Promise<MerchantFileRow | null> {
  const [row] = await db
    .select()
    .from(merchantFile)
    .where(and(eq(merchantFile.merchantId, merchantId), eq(merchantFile.kind, kind)))
    .orderBy(desc(merchantFile.createdAt), desc(merchantFile.id))
    .limit(1);
  return row ?? null;
}

export interface LotName {
  goodsId: number;
  lotNo: string;
}

/** Sets the report of a lot; answers the file before it. The item is locked. */
export async function setReport(
  tx: Tx,
  { goodsId, lotNo, fileId, now }: LotName & { fileId: number; now: Date },
): Promise<number | null> {
  const [before] = await tx
    .select({ fileId: lotReport.fileId })
    .from(lotReport)
    .where(and(eq(lotReport.goodsId, goodsId), eq(lotReport.lotNo, lotNo)));
  await tx
    .insert(lotReport)
    .values({ goodsId, lotNo, fileId, createdAt: now })
    .onConflictDoUpdate({
      target: [lotReport.goodsId, lotReport.lotNo],
      set: { fileId, createdAt: now },
    });
  return before?.fileId ?? null;
}

/**
 * The reader: a merchant's people read their own, the platform's all of them (null), a buyer those of lots that they
 * got.
 */
export type ReportReader = { merchantId: number | null } | { companyId: number };

/** The file of a lot's report; null where there is none for the reader. */
export async function findReport(
  db: Db,
  { goodsId, lotNo }: LotName,
  reader: ReportReader,
): Promise<MerchantFileRow | null> {
  const mine =
    'companyId' in reader
      ? sql`exists (select 1 from ${shipmentLot} sl
          join ${orderLine} ol on ol.id = sl.order_line_id join ${order} o on o.no = ol.order_no
          where o.company_id = ${reader.companyId} and ol.goods_id = ${lotReport.goodsId} and sl.lot_no = ${lotReport.lotNo})`
      : reader.merchantId === null
        ? undefined
        : eq(goods.merchantId, reader.merchantId);
  const [row] = await db
    .select({ file: merchantFile })
    .from(lotReport)
    .innerJoin(merchantFile, eq(merchantFile.id, lotReport.fileId))
    .innerJoin(goods, eq(goods.id, lotReport.goodsId))
    .where(and(eq(lotReport.goodsId, goodsId), eq(lotReport.lotNo, lotNo), mine));
  return row?.file ?? null;
}

/** Companies that asked for the report of a lot, and the orders in which they got it. */
export async function listRequests(db: Db | Tx, { goodsId, lotNo }: LotName) {
  return db
    .select({ companyId: reportRequest.companyId, orderNo: reportRequest.orderNo })
    .from(reportRequest)
    .where(and(eq(reportRequest.goodsId, goodsId), eq(reportRequest.lotNo, lotNo)))
    .orderBy(reportRequest.createdAt);
}

/** True for a lot of a merchant that is or was in stock, or was shipped with an order. The item is locked. */
export async function isLotKnown(tx: Tx, { goodsId, lotNo }: LotName): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 where exists (select 1 from lot where goods_id = ${goodsId} and lot_no = ${lotNo})
      or exists (select 1 from goods where id = ${goodsId} and lot_no = ${lotNo})
      or exists (select 1 from ${shipmentLot} sl join ${shipment} s on s.id = sl.shipment_id
        join ${orderLine} ol on ol.id = sl.order_line_id
        where ol.goods_id = ${goodsId} and sl.lot_no = ${lotNo})`);
  return rows.length > 0;
}

/** Days of the demo's parcels that are searched. */
const lately = 14;
const handful = 20;
const lotKey = sql`ol.goods_id || ' ' || sl.lot_no`;

const bareLots = sql`shipment_lot sl join order_line ol on ol.id = sl.order_line_id
  join "order" o on o.no = ol.order_no
  where (hashtext(sl.lot_no) & 3) <> 0
    and not exists (select 1 from lot_report r where r.goods_id = ol.goods_id and r.lot_no = sl.lot_no)`;

/** Lots without a report that companies up to `lastCompany` got lately, all but a fourth of them: their keys. */
export async function listBareLots(db: Db, job: string, lastCompany: number, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - lately * 86_400_000);
  const { rows } = await db.execute<{ key: string }>(sql`
    select distinct ${lotKey} as key from ${bareLots}
      and o.company_id <= ${lastCompany} and o.created_at > ${since} and ${isReady(job, lotKey, now)}
    order by 1 limit ${handful}`);
  return rows.map(({ key }) => key);
}

/** Content of a lot's report. */
export interface BareLot extends LotName {
  merchantId: number;
  name: string;
  spec: string;
  maker: string;
  producedOn: string;
  expiresOn: string;
}

/** One of them by its key; null when it has a report now. */
export async function findBareLot(db: Db, key: string): Promise<BareLot | null> {
  const { rows } = await db.execute<BareLot & Record<string, unknown>>(sql`
    select ol.goods_id as "goodsId", sl.lot_no as "lotNo", o.merchant_id as "merchantId",
      ol.snapshot->>'name' as name, ol.snapshot->>'spec' as spec, ol.snapshot->>'maker' as maker,
      sl.produced_on::text as "producedOn", sl.expires_on::text as "expiresOn"
    from ${bareLots} and ${lotKey} = ${key} limit 1`);
  return rows[0] ?? null;
}
