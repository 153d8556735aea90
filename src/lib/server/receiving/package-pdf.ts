/**
 * A receiving package as one PDF, to be printed or filed: contents, documents, what is missing, and the scans of
 * exactly its lots.
 */
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import { answerBook } from '../engines/pdf/answer-book.ts';
import { type Book, type BookPart, bookLimits } from '../engines/pdf/book.ts';
import { type MerchantFileRow, merchantFileAddress } from '../files/report-rows.ts';
import { findSeal } from '../lots/reports.ts';
import { openFiles } from '../ports/files/store.ts';
import { scanTitle } from './onboarding.ts';
import { findPackageContent, missingOf, noInvoiceText, type PackageContent } from './package-content.ts';
import { codesPart, firstPart, invoicePart, missingPart, notePart } from './package-parts.ts';

/** A file that becomes pages. */
interface Scan {
  /** Size in bytes. */
  bytes: number;
  /** Undefined where the store has lost it. */
  read: () => Promise<Uint8Array | undefined>;
}

/** A part of scanned pages with its file. */
interface ScanPart {
  group: string;
  title: string;
  scan: Scan;
}

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
  // A contract that was not sealed yet is made by the same queue, so it is read before this book takes its turn.
  const contracts = await contractScans(content);
  const { book, scans } = bookOf(content, contracts, seal !== null);
  return answerBook(book, {
    owner: `company ${context.actor.account.companyId}`,
    instead: '请下载资料包（ZIP）或稍候再试',
    readFiles: async () => [...(seal === null ? [] : [seal]), ...(await readScans(scans))],
  });
}

/** Their bytes, up to the limit of a book: an empty one stands for the excess. */
async function readScans(scans: readonly Scan[]): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  let room = bookLimits.bytes;
  for (const { bytes, read } of scans) {
    room -= bytes;
    if (room < 0) found.push(new Uint8Array());
    // A file missing in the store counts as unreadable.
    else found.push((await read()) ?? Uint8Array.of(0));
  }
  return found;
}

function storedScan(row: MerchantFileRow): Scan {
  return {
    bytes: row.bytes,
    read: async () => (await openFiles()).find(merchantFileAddress(row), 'stored'),
  };
}

function invoiceScans({ invoices }: PackageContent): ScanPart[] {
  return invoices.flatMap(({ kind, number, files }) =>
    files
      .filter((file) => file.kind === 'pdf')
      .map((scan) => ({ group: '发票', title: `${kind} ${number}`, scan })),
  );
}

/** Contracts whose files can be read; the others have their numbers in 首营资料 alone. */
async function contractScans({ contracts }: PackageContent): Promise<ScanPart[]> {
  const parts: ScanPart[] = [];
  for (const { kind, no, read } of contracts) {
    const bytes = await read();
    if (bytes !== null)
      parts.push({
        group: '电子合同',
        title: `${kind} ${no}（打印件）`,
        scan: { bytes: bytes.byteLength, read: async () => bytes },
      });
  }
  return parts;
}

function reportScans({ lots }: PackageContent): ScanPart[] {
  return lots.flatMap(({ name, spec, lotNo, report }) =>
    report === null
      ? []
      : [
          {
            group: '药检报告',
            title: `药检报告 ${name} ${spec} 批号${lotNo}`,
            scan: storedScan(report),
          },
        ],
  );
}

function onboardingScans({ sets }: PackageContent): ScanPart[] {
  return sets.flatMap(({ title, papers }) =>
    papers.flatMap((one) =>
      (one.paper?.pages ?? []).map((page, at, { length }) => ({
        group: '首营资料扫描件',
        title: `${title} ${scanTitle(one)}${length > 1 ? ` 第${at + 1}份` : ''}`,
        scan: storedScan(page),
      })),
    ),
  );
}

/** The book, and the scans in the order in which its parts name them; a seal comes first. */
function bookOf(
  content: PackageContent,
  contracts: readonly ScanPart[],
  hasSeal: boolean,
): { book: Book; scans: Scan[] } {
  const { no, now, notes, first, invoices } = content;
  const missing = missingOf(content);
  // In the order in which they are read: the last ones are left out where one book cannot hold all.
  const scanned = [
    ...invoiceScans(content),
    ...contracts,
    ...reportScans(content),
    ...onboardingScans(content),
  ];
  const parts: BookPart[] = [
    ...notes.map((note) => notePart(note, hasSeal)),
    ...codesPart(content),
    ...missingPart(missing),
    firstPart(content),
    ...invoicePart(content),
    ...scanned.map(
      ({ group, title }, at): BookPart => ({
        kind: 'scan',
        group,
        title,
        state: '',
        file: at + (hasSeal ? 1 : 0),
      }),
    ),
  ];
  const lines = [
    `采购企业：${first.buyer}`,
    `供货单位：${first.sender}`,
    ...(invoices.length === 0 ? [`发票：${noInvoiceText}`] : []),
    `生成日期：${dayKey(now.getTime())}　${
      missing.length === 0 ? '资料齐全' : `缺${missing.length}项资料，见“缺少的资料”`
    }`,
  ];
  return { book: { title: `订单${no}收货资料`, lines, parts }, scans: scanned.map(({ scan }) => scan) };
}
