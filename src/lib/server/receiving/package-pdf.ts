/**
 * A receiving package as one PDF, to be printed or filed: contents, documents, what is missing, and the scans of
 * exactly its lots.
 */
import { AppError } from '#lib/contract/errors.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import { NoTurn } from '../core/fair-queue.ts';
import { log } from '../core/process/log.ts';
import { type Book, type BookPart, bookLimits } from '../engines/pdf/book.ts';
import { makeBook } from '../engines/pdf/make-book.ts';
import { IsolatedError } from '../engines/run-isolated.ts';
import { type MerchantFileRow, merchantFileAddress } from '../files/report-rows.ts';
import { findSeal } from '../lots/reports.ts';
import { openFiles } from '../ports/files/store.ts';
import { scanTitle } from './onboarding.ts';
import { findPackageContent, missingOf, type PackageContent } from './package-content.ts';
import { codesPart, firstPart, missingPart, notePart } from './package-parts.ts';

/**
 * The package of the buyer's own order; null for another company's and for an unshipped one. Throws 429
 * when many are being made, 503 when it cannot be made.
 */
export async function findPackagePdf(
  context: Context<'buyer'>,
  no: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const content = await findPackageContent(context, no);
  if (content === null) return null;
  const seal = await findSeal(context.db, content.first.merchantId);
  const { book, scans } = bookOf(content, seal !== null);
  try {
    const made = await makeBook(book, `company ${context.actor.account.companyId}`, async () => [
      ...(seal === null ? [] : [seal]),
      ...(await readScans(scans)),
    ]);
    return new Uint8Array(made);
  } catch (error) {
    if (error instanceof NoTurn) throw new AppError(429, '正在生成的PDF较多，请稍候再试', { retry_after: 5 });
    if (!(error instanceof IsolatedError)) throw error;
    log().error({ err: error, no }, 'the PDF of a receiving package was not made');
    throw new AppError(503, '暂时无法生成PDF，请下载资料包（ZIP）或稍候再试');
  }
}

/** Their bytes, up to the limit of a book: an empty one stands for the excess. */
async function readScans(scans: readonly MerchantFileRow[]): Promise<Uint8Array[]> {
  const files = await openFiles();
  const read: Uint8Array[] = [];
  let room = bookLimits.bytes;
  for (const row of scans) {
    room -= row.bytes;
    if (room < 0) read.push(new Uint8Array());
    // A file missing in the store counts as unreadable.
    else read.push((await files.find(merchantFileAddress(row), 'stored')) ?? Uint8Array.of(0));
  }
  return read;
}

/** The book, and the scans in the order in which its parts name them; a seal comes first. */
function bookOf(content: PackageContent, hasSeal: boolean): { book: Book; scans: MerchantFileRow[] } {
  const { no, now, notes, first, lots } = content;
  const missing = missingOf(content);
  const scans: MerchantFileRow[] = [];
  const reports = lots.flatMap(({ name, spec, lotNo, report }): BookPart[] => {
    if (report === null) return [];
    scans.push(report);
    return [
      {
        kind: 'scan',
        group: '药检报告',
        title: `药检报告 ${name} ${spec} 批号${lotNo}`,
        state: '',
        file: scans.length - (hasSeal ? 0 : 1),
      },
    ];
  });
  // Their bytes are read after those of the reports: these are left out first where one book cannot hold all.
  const onboarding = content.sets.flatMap(({ title, papers }) =>
    papers.flatMap((one) =>
      (one.paper?.pages ?? []).map((page, at, { length }): BookPart => {
        scans.push(page);
        return {
          kind: 'scan',
          group: '首营资料扫描件',
          title: `${title} ${scanTitle(one)}${length > 1 ? ` 第${at + 1}份` : ''}`,
          state: '',
          file: scans.length - (hasSeal ? 0 : 1),
        };
      }),
    ),
  );
  const parts: BookPart[] = [
    ...notes.map((note) => notePart(note, hasSeal)),
    ...codesPart(content),
    ...missingPart(missing),
    firstPart(content),
    ...reports,
    ...onboarding,
  ];
  const lines = [
    `采购企业：${first.buyer}`,
    `供货单位：${first.sender}`,
    `生成日期：${dayKey(now.getTime())}　${
      missing.length === 0 ? '资料齐全' : `缺${missing.length}项资料，见“缺少的资料”`
    }`,
  ];
  return { book: { title: `订单${no}收货资料`, lines, parts }, scans };
}
