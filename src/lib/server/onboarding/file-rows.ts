/** Who may read a file of 首营资料. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import {
  goods,
  merchantFile,
  onboardingPage,
  onboardingPaper,
  order,
  orderLine,
  product,
  shipment,
  shipmentLot,
} from '../db/schema.ts';
import type { MerchantFileRow, ReportReader } from '../files/report-rows.ts';

/**
 * A page of a document, for a merchant's own people, the platform's, and companies that received its items: those see
 * current ones. Null for all others.
 */
export async function findOnboardingFile(
  db: Db,
  fileId: number,
  reader: ReportReader,
): Promise<MerchantFileRow | null> {
  const [row] = await db
    .select({ file: merchantFile })
    .from(onboardingPage)
    .innerJoin(onboardingPaper, eq(onboardingPaper.id, onboardingPage.paperId))
    .innerJoin(merchantFile, eq(merchantFile.id, onboardingPage.fileId))
    .where(and(eq(merchantFile.id, fileId), mayRead(reader)))
    .limit(1);
  return row?.file ?? null;
}

function mayRead(reader: ReportReader): SQL | undefined {
  if (!('companyId' in reader))
    return reader.merchantId === null ? undefined : eq(onboardingPaper.merchantId, reader.merchantId);
  return and(
    isNull(onboardingPaper.endedAt),
    sql`exists (select 1 from ${order} o join ${shipment} s on s.order_no = o.no
      join ${shipmentLot} sl on sl.shipment_id = s.id join ${orderLine} ol on ol.id = sl.order_line_id
      join ${goods} g on g.id = ol.goods_id join ${product} p on p.id = g.product_id
      where o.company_id = ${reader.companyId} and o.merchant_id = ${onboardingPaper.merchantId}
        and (${onboardingPaper.goodsId} is null or g.id = ${onboardingPaper.goodsId})
        and (${onboardingPaper.maker} is null or p.maker = ${onboardingPaper.maker}))`,
  );
}
