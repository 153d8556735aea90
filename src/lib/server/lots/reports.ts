/** 药检报告 by item and lot, and the merchants' seals: uploaded once, read by those who may (rules 5). */
import { AppError } from '#lib/contract/errors.ts';
import type { LotReportValues, MatchReportsValues } from '#lib/contract/lot-acts.ts';
import type { DeskLot, MatchedReports, SealWire } from '#lib/contract/lots.ts';
import { path } from '#lib/contract/routes.ts';
import type { Upload } from '#lib/contract/uploads.ts';
import { lotOfFile, reportKeys } from '#lib/rules/orders/report-files.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { type FileReader, type FoundFile, putMerchantFile, readersOf } from '../files/merchant-files.ts';
import {
  findNewestFile,
  findReport,
  isLotKnown,
  listRequests,
  merchantFileAddress,
  saveMerchantFile,
  setReport,
} from '../files/report-rows.ts';
import { lockGoods } from '../goods/stock-rows.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { openFiles } from '../ports/files/store.ts';
import { getDeskLot } from './desk.ts';
import { listLotsNamed } from './desk-rows.ts';
import { findLotOf } from './rows.ts';

/**
 * `POST /api/desk/reports`: the 药检报告 of a lot, a PDF. A repeat changes nothing; another file replaces it. Buyers who
 * asked for it get a message. Throws 404 for another merchant's item and an unknown lot, else as `putMerchantFile`.
 */
export async function setLotReport(
  context: Context<'merchant'>,
  { goods: goodsId, lot_no: lotNo, file }: LotReportValues,
): Promise<DeskLot> {
  const { db, now, actor: clerk } = context;
  const own = await findLotOf(db, { goodsId, merchantId: clerk.merchantId });
  if (own === null) throw new AppError(404, '没有这个商品');
  const stored = await putMerchantFile(context, file, 'test_report');
  await db.transaction(async (tx) => {
    await lockGoods(tx, [goodsId]);
    if (!(await isLotKnown(tx, { goodsId, lotNo }))) throw new AppError(404, '没有这个批次');
    const row = await saveMerchantFile(tx, stored);
    const before = await setReport(tx, { goodsId, lotNo, fileId: row.id, now });
    if (before === row.id) return;
    await writeAudit(tx, recordOf(context), {
      act: 'lot.report',
      subject: 'lot',
      key: `${goodsId} ${lotNo}`,
      before: before === null ? null : { file: before },
      after: { goodsId, lotNo, file: row.id, name: row.name },
      at: now,
    });
    for (const { companyId, orderNo } of await listRequests(tx, { goodsId, lotNo }))
      await sendMessages(tx, {
        companyId,
        kind: 'shipment',
        title: '药检报告已补充',
        body: `您索取的${own.name}（批号${lotNo}）药检报告，商家已上传，可在订单${orderNo}的收货资料中下载。`,
        link: path('/order/info/[id]', { id: orderNo }),
        ref: `report:${goodsId}:${lotNo}`,
      });
  });
  return getDeskLot(context, { goods: goodsId, lot_no: lotNo });
}

/** `POST /api/desk/reports/match`: the merchant's lots that files are named after. */
export async function matchReports(
  { db, actor: { merchantId } }: Context<'merchant'>,
  { names }: MatchReportsValues,
): Promise<MatchedReports> {
  const lots = await listLotsNamed(db, merchantId, [...new Set(names.flatMap(reportKeys))]);
  return {
    list: names.map((name) => {
      const lot = lotOfFile(name, lots);
      if (typeof lot === 'string') return { goods_id: 0, lot_no: '', title: '', has_report: 0, why: lot };
      const { goodsId, lotNo, title, hasReport } = lot;
      return { goods_id: goodsId, lot_no: lotNo, title, has_report: hasReport ? 1 : 0, why: '' };
    }),
  };
}

/**
 * `POST /api/desk/seal`: the picture of the merchant's 出库专用章; the newest one is printed. Throws as `putMerchantFile`.
 */
export async function setSeal(context: Context<'merchant'>, { file }: { file: Upload }): Promise<SealWire> {
  const { db, now } = context;
  const stored = await putMerchantFile(context, file, 'seal');
  await db.transaction(async (tx) => {
    const row = await saveMerchantFile(tx, stored);
    await writeAudit(tx, recordOf(context), {
      act: 'merchant.seal',
      subject: 'merchant',
      key: stored.merchantId,
      before: null,
      after: { file: row.id, name: row.name },
      at: now,
    });
  });
  return { name: stored.name };
}

/**
 * The PDF of a lot's 药检报告; null when there is none or the caller may not see it. Readers: the merchant's people, the
 * platform's, and companies that got pieces of the lot.
 */
export async function findReportBytes(
  db: Db,
  reader: FileReader,
  lot: { goodsId: number; lotNo: string },
): Promise<FoundFile | null> {
  for (const one of readersOf(reader, ['lots', 'orders'])) {
    const row = await findReport(db, lot, one);
    if (row === null) continue;
    const bytes = await (await openFiles()).find(merchantFileAddress(row), 'stored');
    return bytes === undefined ? null : { bytes, name: row.name };
  }
  return null;
}

/** The picture of a merchant's seal; null where it has none. The caller has checked who may print its documents. */
export async function findSeal(db: Db, merchantId: number): Promise<Buffer | null> {
  const row = await findNewestFile(db, merchantId, 'seal');
  if (row === null) return null;
  return (await (await openFiles()).find(merchantFileAddress(row), 'stored')) ?? null;
}
