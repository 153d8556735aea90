/**
 * Content of a receiving package: documents to print, tables for the buyer's system, reports of exactly its lots, 首营资料.
 */

import { coldFields } from '#lib/rules/orders/cold-chain.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { escapeXml } from '#lib/rules/text/xml.ts';
import type { Context } from '../core/context.ts';
import { writeTable } from '../engines/tables/write-table.ts';
import { type MerchantFileRow, merchantFileAddress } from '../files/report-rows.ts';
import { proofFile, proofText } from '../flows/proof.ts';
import { openFiles } from '../ports/files/store.ts';
import type { DeliveryNote } from '../shipping/notes.ts';
import { scanTitle } from './onboarding.ts';
import { findPackageContent, missingOf, noInvoiceText, type PackageContent } from './package-content.ts';
import { type Cell, firstHtml, htmlPage, htmlTable, noteCells, noteHeads, noteHtml } from './package-html.ts';
import type { SentLot } from './rows.ts';
import { type ZipEntry, zipOf } from './zip.ts';

/**
 * The package of the buyer's own order as a ZIP; null for another company's and for an unshipped one.
 */
export async function findPackage(
  context: Context<'buyer'>,
  no: string,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const content = await findPackageContent(context, no);
  return content && zipOf(entriesOf(content), context.now);
}

async function* entriesOf(content: PackageContent): AsyncGenerator<ZipEntry> {
  const { no, now, notes, first, sent, lots, proof } = content;
  yield htmlPage('随货同行单.html', `${first.sender}随货同行单`, notes.map(noteHtml).join(''));
  yield await table('随货同行单.xlsx', noteRows(notes));
  yield await table('追溯码.xlsx', codeRows(no, sent));
  yield htmlPage('首营资料.html', `${first.sender}首营资料`, firstHtml(content));
  const files = await openFiles();
  const contents: [Cell, Cell][] = [
    ['随货同行单.html、随货同行单.xlsx', `${notes.length}个包裹`],
    ['追溯码.xlsx', `${sent.reduce((sum, { traceCodes }) => sum + traceCodes.length, 0)}个`],
    ['首营资料.html', '平台登记的证照编号和有效期、电子合同的编号；扫描件在“首营资料”文件夹'],
  ];
  if (proof !== null) {
    yield { name: proofFile, bytes: Buffer.from(proofText(proof)), isPacked: false };
    contents.push([proofFile, `在本站“核对四流证明”页与${proof.day}公布的根值核对`]);
  }
  for await (const { row, entry } of invoiceEntries(content)) {
    contents.push(row);
    if (entry) yield entry;
  }
  for (const lot of lots) {
    if (lot.report === null) continue;
    const name = `药检报告/${fileName(`${lot.name} ${lot.lotNo} ${lot.goodsId}`)}.pdf`;
    // The store has every file of a report's row; if one is missing, the contents say so.
    const bytes = await files.find(merchantFileAddress(lot.report), 'stored');
    contents.push([name, bytes ? '有' : '文件暂时无法读取']);
    if (bytes) yield { name, bytes, isPacked: true };
  }
  for (const { name, file } of onboardingFiles(content)) {
    const bytes = await files.find(merchantFileAddress(file), 'stored');
    contents.push([name, bytes ? '有' : '文件暂时无法读取']);
    if (bytes) yield { name, bytes, isPacked: true };
  }
  for (const { kind, no: contractNo, validFrom, validTo, read } of content.contracts) {
    const name = `电子合同/${fileName(`${kind} ${contractNo}`)}.pdf`;
    const bytes = await read();
    contents.push([
      name,
      bytes ? `有效期${validFrom}至${validTo}` : '文件暂时无法读取，请在“电子合同”页面下载',
    ]);
    if (bytes) yield { name, bytes: Buffer.from(bytes), isPacked: true };
  }
  for (const { kind, of, state } of missingOf(content)) contents.push([`缺少：${kind} ${of}`, state]);
  yield htmlPage(
    '目录.html',
    `订单${no}收货资料目录`,
    `<p>采购企业：${escapeXml(first.buyer)}　供货单位：${escapeXml(first.sender)}　生成日期：${dayKey(now.getTime())}</p>${htmlTable(['资料', '情况'], contents)}`,
  );
}

/** The files of invoices with their rows in the contents; an invoice without a PDF has a row with its address. */
async function* invoiceEntries({
  invoices,
}: PackageContent): AsyncGenerator<{ row: [Cell, Cell]; entry?: ZipEntry }> {
  if (invoices.length === 0) yield { row: ['发票', noInvoiceText] };
  for (const invoice of invoices) {
    const { number, kind, gross, issuedOn, address } = invoice;
    const about = `${kind}，${issuedOn}开具，价税合计${gross}元`;
    let hasPdf = false;
    for (const file of invoice.files) {
      const name = `发票/${invoice.isRed ? '红字发票' : '发票'}${number}.${file.kind}`;
      const bytes = await file.read();
      if (!bytes) continue;
      hasPdf ||= file.kind === 'pdf';
      yield { row: [name, about], entry: { name, bytes, isPacked: file.kind !== 'xml' } };
    }
    if (!hasPdf) yield { row: [`${kind}${number}，没有PDF文件`, { text: '在网页上查看', href: address }] };
  }
}

/** The scans of 首营资料: a folder for each subject, files named by kind. */
function onboardingFiles({ sets }: PackageContent): { name: string; file: MerchantFileRow }[] {
  return sets.flatMap(({ title, subject, papers }) =>
    papers.flatMap((one) =>
      (one.paper?.pages ?? []).map((file, at, { length }) => {
        const number = length > 1 ? ` ${at + 1}` : '';
        // Two items may have the same name.
        const folder = fileName(subject.goodsId === null ? title : `${title} ${subject.goodsId}`);
        return {
          // A picture is always stored as JPEG.
          name: `首营资料/${folder}/${fileName(`${scanTitle(one)}${number}`)}.${file.contentType === 'application/pdf' ? 'pdf' : 'jpg'}`,
          file,
        };
      }),
    ),
  );
}

/** A file name that every system accepts. */
function fileName(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
  return text.replace(/[\u0000-\u001f\u007f\\/:*?"<>|]/g, '_').slice(0, 100);
}

/** A workbook: opened as CSV, trace codes and order numbers would lose their digits. The first row is the head. */
async function table(
  name: string,
  [heads = [], ...rows]: readonly (readonly (string | number)[])[],
): Promise<ZipEntry> {
  const columns = heads.map((head, at) => ({
    head: String(head),
    width: Math.min(30, Math.max(8, ...rows.slice(0, 100).map((row) => String(row[at] ?? '').length + 2))),
    kind: 'text' as const,
    value: (row: readonly (string | number)[]) => row[at] ?? null,
  }));
  return { name, bytes: await writeTable('xlsx', columns, rows), isPacked: true };
}

const coldHeads = keysOf(coldFields).map((name) => coldFields[name].text);

function noteRows(notes: readonly DeliveryNote[]): (string | number)[][] {
  return [
    ['订单号', '承运方', '运单号', '发货日期', '供货单位', ...noteHeads, ...coldHeads],
    ...notes.flatMap((note) =>
      note.rows.map((row) => [
        note.orderNo,
        note.carrier,
        note.trackingNo,
        note.shippedOn,
        note.sender,
        ...noteCells(row),
        ...note.cold,
      ]),
    ),
  ];
}

function codeRows(no: string, sent: readonly SentLot[]): (string | number)[][] {
  return [
    ['订单号', '运单号', '商品编号', '通用名称', '规格', '批号', '有效期至', '追溯码'],
    ...sent.flatMap((lot) =>
      lot.traceCodes.map((code) => [
        no,
        lot.trackingNo,
        lot.goodsId,
        lot.name,
        lot.spec,
        lot.lotNo,
        lot.expiresOn,
        code,
      ]),
    ),
  ];
}
