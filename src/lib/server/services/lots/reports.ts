/** 药检报告 by goods and lot, and the merchants' seals: handed in once, read by who may (rules 5). */
import { createHash } from 'node:crypto';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { Upload } from '#lib/contract/fields.ts';
import type { DeskLot, LotReportValues, SealWire } from '#lib/contract/lots/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { nextSetUp, staffMay } from '#lib/rules/companies/staff.ts';
import type { WordOf } from '#lib/rules/site/words.ts';
import { type Context, recordOf, staffActorOf } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { nameOfUpload, readUpload } from '../../files/read-upload.ts';
import { openFiles } from '../../files/store.ts';
import { log } from '../../process/log.ts';
import type { Account } from '../../repos/accounts.ts';
import { writeAudit } from '../../repos/audit.ts';
import { findLotOf } from '../../repos/lots.ts';
import { sendMessages } from '../../repos/messages.ts';
import {
  findNewestFile,
  findReport,
  isLotKnown,
  keepMerchantFile,
  listWishes,
  merchantFileAddress,
  type ReportReader,
  setReport,
} from '../../repos/reports.ts';
import type { StaffAccount } from '../../repos/staff.ts';
import { lockGoods } from '../../repos/stock.ts';
import { getDeskLot } from './desk.ts';

/** What each kind of file has to be. */
const wanted = {
  test_report: { kind: 'pdf', sentence: '须为PDF，请上传药检报告的PDF文件' },
  seal: { kind: 'image', sentence: '须为图片，请上传出库专用章的图片' },
} as const satisfies Record<WordOf<'merchant_file.kind'>, { kind: 'pdf' | 'image'; sentence: string }>;

/**
 * Reads an upload and puts its bytes where they stay. They come before their row: under merchant and digest the same
 * file again finds them there, and a row never names what is not there. Throws 422 with a sentence for what is no such
 * file, 429 when many are being read, 503 when the store does not take it.
 */
async function putFile(
  { now, actor: { merchantId, name } }: Context<'merchant'>,
  file: Upload,
  kind: WordOf<'merchant_file.kind'>,
) {
  const read = await readUpload(file, `merchant ${merchantId}`);
  if (read.kind !== wanted[kind].kind)
    throw fieldError('file', `“${nameOfUpload(file)}”${wanted[kind].sentence}`);
  const kept = kind === 'seal' ? await shrinkSeal(read.preview) : read.stored;
  const digest = createHash('sha256').update(kept).digest('hex');
  try {
    const files = await openFiles();
    await files.put(merchantFileAddress({ merchantId, digest }), 'stored', Buffer.from(kept));
  } catch (error) {
    log().error({ err: error, merchant: merchantId }, 'a file was not stored');
    throw new AppError(503, '文件暂时无法保存，请稍候再试');
  }
  return {
    merchantId,
    kind,
    digest,
    contentType: read.contentType,
    bytes: kept.byteLength,
    name: nameOfUpload(file),
    uploadedBy: name,
    createdAt: now,
  };
}

/** As large as it is printed: 32 mm, on every sheet. */
async function shrinkSeal(picture: Uint8Array): Promise<Buffer> {
  // Loaded by the first who asks.
  const { default: sharp } = await import('sharp');
  return sharp(picture).resize(480, 480, { fit: 'inside', withoutEnlargement: true }).jpeg().toBuffer();
}

/**
 * `POST /api/desk/reports`: the 药检报告 of a lot, a PDF. The same one again changes nothing; another takes its place.
 * Buyers who asked for it are told. Throws 404 for goods of others and a lot that is not known, else as `putFile`.
 */
export async function setLotReport(
  context: Context<'merchant'>,
  { goods: goodsId, lot_no: lotNo, file }: LotReportValues,
): Promise<DeskLot> {
  const { db, now, actor: clerk } = context;
  const own = await findLotOf(db, { goodsId, merchantId: clerk.merchantId });
  if (own === null) throw new AppError(404, '没有这个商品');
  const stored = await putFile(context, file, 'test_report');
  await db.transaction(async (tx) => {
    await lockGoods(tx, [goodsId]);
    if (!(await isLotKnown(tx, { goodsId, lotNo }))) throw new AppError(404, '没有这个批次');
    const row = await keepMerchantFile(tx, stored);
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
    for (const { companyId, orderNo } of await listWishes(tx, { goodsId, lotNo }))
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

/** `POST /api/desk/seal`: the picture of the merchant's 出库专用章; the newest one is printed. Throws as `putFile`. */
export async function setSeal(context: Context<'merchant'>, { file }: { file: Upload }): Promise<SealWire> {
  const { db, now } = context;
  const stored = await putFile(context, file, 'seal');
  await db.transaction(async (tx) => {
    const row = await keepMerchantFile(tx, stored);
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

export interface FoundFile {
  bytes: Buffer;
  name: string;
}

/** Who asks: in the shop, at a desk, in both, or in neither. */
interface FileReader {
  account: Account | null;
  staff: StaffAccount | null;
}

/** Who of a file's readers may see papers of lots: null for nobody. Staff who have not set up are nobody yet. */
function readersOf({ account, staff }: FileReader): ReportReader[] {
  const readers: ReportReader[] = account === null ? [] : [{ companyId: account.companyId }];
  if (staff === null) return readers;
  const { kind, merchantId } = staffActorOf(staff);
  const may = staffMay(kind, staff.role, 'lots') || staffMay(kind, staff.role, 'orders');
  return nextSetUp(kind, staff) === null && may ? [...readers, { merchantId }] : readers;
}

/**
 * The PDF of a lot's 药检报告; null when there is none, or for whoever may not see it: the merchant's people, the
 * platform's, and companies that got pieces of the lot may.
 */
export async function findReportBytes(
  db: Db,
  reader: FileReader,
  lot: { goodsId: number; lotNo: string },
): Promise<FoundFile | null> {
  for (const one of readersOf(reader)) {
    const row = await findReport(db, lot, one);
    if (row === null) continue;
    const bytes = await (await openFiles()).find(merchantFileAddress(row), 'stored');
    return bytes === undefined ? null : { bytes, name: row.name };
  }
  return null;
}

/** The picture of a merchant's seal; null where it has none. Who may see it is decided before: who may print its papers. */
export async function findSeal(db: Db, merchantId: number): Promise<Buffer | null> {
  const row = await findNewestFile(db, merchantId, 'seal');
  if (row === null) return null;
  return (await (await openFiles()).find(merchantFileAddress(row), 'stored')) ?? null;
}
