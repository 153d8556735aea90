/** Records about items that a company received: lots with their reports, and the merchant's licences. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import {
  codeRequest,
  goods,
  lotReport,
  merchantFile,
  merchantPaper,
  order,
  orderLine,
  product,
  reportRequest,
  shipment,
  shipmentLot,
} from '../db/schema.ts';
import type { MerchantFileRow } from '../files/report-rows.ts';

export interface SentLot {
  /** Of the parcel's lot. */
  id: number;
  goodsId: number;
  name: string;
  spec: string;
  maker: string;
  approvalNo: string;
  unit: string;
  lotNo: string;
  producedOn: string;
  expiresOn: string;
  trackingNo: string;
  quantity: number;
  traceCodes: string[];
  report: MerchantFileRow | null;
  isAsked: boolean;
  /** This company has asked for the missing codes. */
  isCodeAsked: boolean;
}

/** The lots of an order's parcels, the first parcel first; none of an order of another company. */
export async function listSentLots(
  db: Db | Tx,
  { no, companyId }: { no: string; companyId: number },
): Promise<SentLot[]> {
  const part = (name: string) => sql<string>`${orderLine.snapshot}->>${name}`;
  const rows = await db
    .select({
      id: shipmentLot.id,
      goodsId: orderLine.goodsId,
      name: part('name'),
      spec: part('spec'),
      maker: part('maker'),
      approvalNo: part('approvalNo'),
      unit: part('unit'),
      lotNo: shipmentLot.lotNo,
      producedOn: shipmentLot.producedOn,
      expiresOn: shipmentLot.expiresOn,
      trackingNo: shipment.trackingNo,
      quantity: shipmentLot.quantity,
      traceCodes: shipmentLot.traceCodes,
      report: merchantFile,
      isAsked: sql<boolean>`exists (select 1 from ${reportRequest} w where w.goods_id = ${orderLine.goodsId}
        and w.lot_no = ${shipmentLot.lotNo} and w.company_id = ${companyId})`,
      isCodeAsked: sql<boolean>`exists (select 1 from ${codeRequest} w where w.shipment_lot_id = ${shipmentLot.id})`,
    })
    .from(shipmentLot)
    .innerJoin(shipment, eq(shipment.id, shipmentLot.shipmentId))
    .innerJoin(orderLine, eq(orderLine.id, shipmentLot.orderLineId))
    .innerJoin(order, eq(order.no, shipment.orderNo))
    .leftJoin(
      lotReport,
      and(eq(lotReport.goodsId, orderLine.goodsId), eq(lotReport.lotNo, shipmentLot.lotNo)),
    )
    .leftJoin(merchantFile, eq(merchantFile.id, lotReport.fileId))
    .where(and(eq(order.no, no), eq(order.companyId, companyId)))
    .orderBy(asc(shipment.id), asc(shipmentLot.id));
  return rows;
}

/** Lots of an order's parcels with their codes for a scanner; none of an order of another company. */
export async function listScanLots(db: Db, { no, companyId }: { no: string; companyId: number }) {
  return db
    .select({
      lineId: orderLine.id,
      lotNo: shipmentLot.lotNo,
      producedOn: shipmentLot.producedOn,
      quantity: shipmentLot.quantity,
      traceCodes: shipmentLot.traceCodes,
      trackingNo: shipment.trackingNo,
      barcode: product.barcode,
    })
    .from(shipmentLot)
    .innerJoin(shipment, eq(shipment.id, shipmentLot.shipmentId))
    .innerJoin(orderLine, eq(orderLine.id, shipmentLot.orderLineId))
    .innerJoin(goods, eq(goods.id, orderLine.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .innerJoin(order, eq(order.no, shipment.orderNo))
    .where(and(eq(order.no, no), eq(order.companyId, companyId)))
    .orderBy(asc(shipment.id), asc(shipmentLot.id));
}

/** The registered licences of a merchant. */
export async function listMerchantPapers(db: Db, merchantId: number) {
  return db
    .select({
      kind: merchantPaper.kind,
      number: merchantPaper.number,
      validFrom: merchantPaper.validFrom,
      validTo: merchantPaper.validTo,
    })
    .from(merchantPaper)
    .where(eq(merchantPaper.merchantId, merchantId))
    .orderBy(asc(merchantPaper.kind));
}

/** Saves a company's requests for reports of its order's lots; earlier ones stay as they are. */
export async function insertReportRequests(
  tx: Tx,
  { companyId, orderNo, now }: { companyId: number; orderNo: string; now: Date },
  lots: readonly { goodsId: number; lotNo: string }[],
): Promise<void> {
  if (lots.length === 0) return;
  await tx
    .insert(reportRequest)
    .values(lots.map(({ goodsId, lotNo }) => ({ goodsId, lotNo, companyId, orderNo, createdAt: now })))
    .onConflictDoNothing();
}

/** Saves requests for the codes of parcels' lots; earlier ones stay as they are. */
export async function insertCodeRequests(
  tx: Tx,
  shipmentLotIds: readonly number[],
  { askedBy, now }: { askedBy: string; now: Date },
): Promise<void> {
  if (shipmentLotIds.length === 0) return;
  await tx
    .insert(codeRequest)
    .values(shipmentLotIds.map((shipmentLotId) => ({ shipmentLotId, askedBy, createdAt: now })))
    .onConflictDoNothing();
}
