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
import { openFiles } from '../ports/files/store.ts';
import type { DeliveryNote } from '../shipping/notes.ts';
import { scanTitle } from './onboarding.ts';
import { findPackageContent, missingOf, type PackageContent } from './package-content.ts';
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
  const { no, now, notes, first, sent, lots, licences } = content;
  yield page('随货同行单.html', `${first.sender}随货同行单`, notes.map(noteHtml).join(''));
  yield await table('随货同行单.xlsx', noteRows(notes));
  yield await table('追溯码.xlsx', codeRows(no, sent));
  yield page('首营资料.html', `${first.sender}首营资料`, firstHtml(first, licences, sent));
  const files = await openFiles();
  const contents: [string, string][] = [
    ['随货同行单.html、随货同行单.xlsx', `${notes.length}个包裹`],
    ['追溯码.xlsx', `${sent.reduce((sum, { traceCodes }) => sum + traceCodes.length, 0)}个`],
    ['首营资料.html', '平台登记的证照编号和有效期，扫描件在“首营资料”文件夹'],
  ];
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
  for (const { kind, of, state } of missingOf(content)) contents.push([`缺少：${kind} ${of}`, state]);
  yield page(
    '目录.html',
    `订单${no}收货资料目录`,
    `<p>采购企业：${escapeXml(first.buyer)}　供货单位：${escapeXml(first.sender)}　生成日期：${dayKey(now.getTime())}</p>${htmlTable(['资料', '情况'], contents)}`,
  );
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

function page(name: string, title: string, body: string): ZipEntry {
  const html = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${escapeXml(title)}</title><style>
@page{size:A4;margin:12mm}body{font:10pt/1.5 "Microsoft YaHei","PingFang SC",sans-serif}h1{font-size:15pt;text-align:center}
table{width:100%;border-collapse:collapse}th,td{border:1px solid #000;padding:2px 4px;text-align:left}tr{break-inside:avoid}
section+section{break-before:page}</style><body><h1>${escapeXml(title)}</h1>${body}</body></html>`;
  return { name, bytes: Buffer.from(html), isPacked: false };
}

function htmlTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = (tag: string, row: readonly (string | number)[]) =>
    `<tr>${row.map((cell) => `<${tag}>${escapeXml(String(cell))}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${cells('th', heads)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`;
}

const noteHeads = [
  '通用名称',
  '批准文号',
  '剂型',
  '规格',
  '生产厂商',
  '批号',
  '生产日期',
  '有效期至',
  '单位',
  '数量',
];

const coldHeads = keysOf(coldFields).map((name) => coldFields[name].text);

function cellsOf(row: DeliveryNote['rows'][number]): (string | number)[] {
  const { name, approvalNo, form, spec, maker, lotNo, producedOn, expiresOn, unit, quantity } = row;
  return [name, approvalNo, form, spec, maker, lotNo, producedOn, expiresOn, unit, quantity];
}

function noteHtml(note: DeliveryNote): string {
  const lines = [
    `收货单位：${note.buyer}　收货人：${note.receiver} ${note.phone}`,
    `收货地址：${note.address}`,
    `订单号：${note.orderNo}　承运：${note.carrier} ${note.trackingNo}　发货日期：${note.shippedOn}${
      note.coldRecord === '' ? '' : `　冷链运输：启运温度${note.coldRecord}`
    }`,
    `供货单位：${note.sender}　许可证：${note.licenceNo}　${note.senderAddress} ${note.senderPhone}`,
  ];
  const head = lines.map((line) => `<p>${escapeXml(line)}</p>`).join('');
  return `<section>${head}${htmlTable(noteHeads, note.rows.map(cellsOf))}</section>`;
}

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
        ...cellsOf(row),
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

function firstHtml(
  first: DeliveryNote,
  licences: PackageContent['licences'],
  sent: readonly SentLot[],
): string {
  const goods = [...new Map(sent.map((lot) => [lot.goodsId, lot])).values()];
  return `<section><p>以下为平台登记的信息，证照扫描件在“首营资料”文件夹。</p><p>${escapeXml(
    `${first.sender}　${first.senderAddress}　${first.senderPhone}`,
  )}</p>${htmlTable(
    ['证照', '编号', '有效期至'],
    licences.map(({ kind_text: kind, number, valid_to: to }) => [kind, number, to]),
  )}<h2>品种</h2>${htmlTable(
    ['通用名称', '规格', '生产厂商', '批准文号'],
    goods.map(({ name, spec, maker, approvalNo }) => [name, spec, maker, approvalNo]),
  )}</section>`;
}
