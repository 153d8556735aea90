/** Pages of a receiving package's ZIP that are opened in a browser and printed. */
import { escapeXml } from '#lib/rules/text/xml.ts';
import type { DeliveryNote } from '../shipping/notes.ts';
import { type PackageContent, verifyAddress } from './package-content.ts';
import type { ZipEntry } from './zip.ts';

/** A text, or a link to an absolute address. */
export type Cell = string | number | { text: string; href: string };

/** A page to print, as a file of the ZIP; `body` is HTML. */
export function htmlPage(name: string, title: string, body: string): ZipEntry {
  const html = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${escapeXml(title)}</title><style>
@page{size:A4;margin:12mm}body{font:10pt/1.5 "Microsoft YaHei","PingFang SC",sans-serif}h1{font-size:15pt;text-align:center}
table{width:100%;border-collapse:collapse}th,td{border:1px solid #000;padding:2px 4px;text-align:left}tr{break-inside:avoid}
section+section{break-before:page}</style><body><h1>${escapeXml(title)}</h1>${body}</body></html>`;
  return { name, bytes: Buffer.from(html), isPacked: false };
}

function cellHtml(cell: Cell): string {
  if (typeof cell !== 'object') return escapeXml(String(cell));
  return `<a href="${escapeXml(cell.href)}">${escapeXml(cell.text)}</a>`;
}

export function htmlTable(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = (tag: string, row: readonly Cell[]) =>
    `<tr>${row.map((cell) => `<${tag}>${cellHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${cells('th', heads)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`;
}

/** Heads of a row of 随货同行单, in the order of `noteCells`. */
export const noteHeads = [
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
  '含税单价',
  '含税金额',
  '折扣',
];

export function noteCells(row: DeliveryNote['rows'][number]): (string | number)[] {
  const { name, approvalNo, form, spec, maker, lotNo, producedOn, expiresOn, unit, quantity } = row;
  const product = [name, approvalNo, form, spec, maker, lotNo, producedOn, expiresOn, unit];
  return [...product, quantity, row.price, row.amount, row.discount];
}

export function noteHtml(note: DeliveryNote): string {
  const lines = [
    `收货单位：${note.buyer}　收货人：${note.receiver} ${note.phone}`,
    `收货地址：${note.address}`,
    `订单号：${note.orderNo}　承运：${note.carrier} ${note.trackingNo}　发货日期：${note.shippedOn}${
      note.coldRecord === '' ? '' : `　冷链运输：启运温度${note.coldRecord}`
    }`,
    `供货单位：${note.sender}　许可证：${note.licenceNo}　${note.senderAddress} ${note.senderPhone}`,
  ];
  const head = lines.map((line) => `<p>${escapeXml(line)}</p>`).join('');
  return `<section>${head}${htmlTable(noteHeads, note.rows.map(noteCells))}</section>`;
}

/** 首营资料 as the platform registers it: licences, items, and the contracts in force at the shipment. */
export function firstHtml({ first, licences, sent, contracts }: PackageContent): string {
  const goods = [...new Map(sent.map((lot) => [lot.goodsId, lot])).values()];
  return `<section><p>以下为平台登记的信息，证照扫描件在“首营资料”文件夹。</p><p>${escapeXml(
    `${first.sender}　${first.senderAddress}　${first.senderPhone}`,
  )}</p>${htmlTable(
    ['证照', '编号', '有效期至'],
    licences.map(({ kind_text: kind, number, valid_to: to }) => [kind, number, to]),
  )}<h2>品种</h2>${htmlTable(
    ['通用名称', '规格', '生产厂商', '批准文号'],
    goods.map(({ name, spec, maker, approvalNo }) => [name, spec, maker, approvalNo]),
  )}${contractsHtml(contracts)}</section>`;
}

function contractsHtml(contracts: PackageContent['contracts']): string {
  if (contracts.length === 0) return '';
  const rows = contracts.map(({ kind, no, validFrom, validTo }): Cell[] => [
    kind,
    no,
    `${validFrom}至${validTo}`,
    { text: '核验合同', href: verifyAddress() },
  ]);
  return `<h2>电子合同（签章原件在“电子合同”文件夹）</h2>${htmlTable(['合同', '编号', '有效期', '核验'], rows)}`;
}
