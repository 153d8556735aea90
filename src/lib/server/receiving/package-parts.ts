/** Parts of the PDF of a receiving package. */
import type { BookBlock, BookPart } from '../engines/pdf/book.ts';
import type { DeliveryNote } from '../shipping/notes.ts';
import { type missingOf, type PackageContent, verifyAddress } from './package-content.ts';

const signatures = ['发货人', '复核人', '承运人', '收货人', '收货日期']
  .map((who) => `${who}：`.padEnd(13, '　'))
  .join('');

export function notePart(note: DeliveryNote, hasSeal: boolean): BookPart {
  const { sender, rows, carrier, trackingNo } = note;
  const pieces = rows.reduce((sum, { quantity }) => sum + quantity, 0);
  const pairs: [string, string][] = [
    ['收货单位', note.buyer],
    ['订单号', note.orderNo],
    ['收货地址', note.address],
    ['运单号', `${carrier} ${trackingNo}`],
    ['收货人', `${note.receiver} ${note.phone}`],
    ['发货日期', `${note.shippedOn}${note.isCold ? ' 冷藏药品' : ''}`],
  ];
  const cold = note.coldRecord === '' ? [] : [`冷链运输：启运温度${note.coldRecord}`];
  const table: BookBlock = {
    kind: 'table',
    heads: [
      '序',
      '通用名称\n批准文号 剂型',
      '规格',
      '生产厂商',
      '批号',
      '生产日期\n有效期至',
      '单位',
      '数量',
      '含税单价\n含税金额',
    ],
    widths: [4, 21, 12, 16, 12, 12, 5, 6, 12],
    rows: rows.map((row, at) => [
      String(at + 1),
      `${row.name}\n${row.approvalNo} ${row.form}`,
      row.spec,
      row.maker,
      row.lotNo,
      `${row.producedOn}\n${row.expiresOn}`,
      row.unit,
      String(row.quantity),
      `${row.price}\n${row.amount}${row.discount === '' ? '' : `\n折扣${row.discount}`}`,
    ]),
  };
  const foot = [
    `共${rows.length}行，${pieces}件，合计${note.amount}元`,
    `供货单位：${sender}　许可证：${note.licenceNo}`,
    `${note.senderAddress} ${note.senderPhone}`,
    '出库专用章',
  ];
  return {
    kind: 'sheet',
    group: '随货同行单',
    title: `${sender}随货同行单 ${trackingNo}`,
    state: `${rows.length}行，${pieces}件`,
    blocks: [
      { kind: 'pairs', pairs },
      { kind: 'lines', lines: cold },
      table,
      // The seal is the first of the files.
      hasSeal ? { kind: 'sealed', lines: foot, file: 0 } : { kind: 'lines', lines: foot },
      { kind: 'lines', lines: [signatures] },
    ],
  };
}

export function codesPart({ lots }: PackageContent): BookPart[] {
  const coded = lots.filter(({ traceCodes }) => traceCodes.length > 0);
  const count = coded.reduce((sum, { traceCodes }) => sum + traceCodes.length, 0);
  if (count === 0) return [];
  const blocks = coded.flatMap(({ name, spec, lotNo, expiresOn, traceCodes }): BookBlock[] => [
    {
      kind: 'heading',
      text: `${name} ${spec} 批号${lotNo} 有效期至${expiresOn}：${traceCodes.length}个`,
    },
    { kind: 'grid', columns: 5, cells: traceCodes },
  ]);
  return [{ kind: 'sheet', group: '追溯码', title: '追溯码清单', state: `${count}个`, blocks }];
}

export function missingPart(missing: ReturnType<typeof missingOf>): BookPart[] {
  if (missing.length === 0) return [];
  const table: BookBlock = {
    kind: 'table',
    heads: ['资料', '商品和批号，或资料名称', '情况'],
    widths: [15, 60, 25],
    rows: missing.map(({ kind, of, state }) => [kind, of, state]),
  };
  return [
    {
      kind: 'sheet',
      group: '缺少的资料',
      title: '缺少的资料',
      state: `${missing.length}项`,
      blocks: [table],
    },
  ];
}

export function firstPart({ first, licences, sent, contracts }: PackageContent): BookPart {
  const goods = [...new Map(sent.map((lot) => [lot.goodsId, lot])).values()];
  return {
    kind: 'sheet',
    group: '首营资料',
    title: `${first.sender}首营资料（平台登记）`,
    state: `${licences.length}份证照，${goods.length}个品种`,
    blocks: [
      {
        kind: 'lines',
        lines: [
          '以下为平台登记的信息，扫描件附在“首营资料扫描件”。',
          `${first.sender}　${first.senderAddress}　${first.senderPhone}`,
        ],
      },
      {
        kind: 'table',
        heads: ['证照', '编号', '有效期至'],
        widths: [40, 40, 20],
        rows: licences.map(({ kind_text: kind, number, valid_to: to }) => [kind, number, to]),
      },
      { kind: 'heading', text: '品种' },
      {
        kind: 'table',
        heads: ['通用名称', '规格', '生产厂商', '批准文号'],
        widths: [30, 20, 28, 22],
        rows: goods.map(({ name, spec, maker, approvalNo }) => [name, spec, maker, approvalNo]),
      },
      ...contractBlocks(contracts),
    ],
  };
}

/**
 * The contracts in force when it was shipped. Their pages follow as prints, which carry no signature: the sealed files
 * are in the ZIP and at /dzht.
 */
function contractBlocks(contracts: PackageContent['contracts']): BookBlock[] {
  if (contracts.length === 0) return [];
  return [
    { kind: 'heading', text: '电子合同（签章原件在资料包ZIP和“电子合同”页面）' },
    {
      kind: 'table',
      heads: ['合同', '编号', '有效期'],
      widths: [30, 40, 30],
      rows: contracts.map(({ kind, no, validFrom, validTo }) => [kind, no, `${validFrom}至${validTo}`]),
    },
    { kind: 'lines', lines: [`核验原件：${verifyAddress()}`] },
  ];
}

/** The issued invoices, and the address of each that has no PDF; none where nothing is issued. */
export function invoicePart({ invoices }: PackageContent): BookPart[] {
  if (invoices.length === 0) return [];
  const bare = invoices.filter(({ files }) => files.every(({ kind }) => kind !== 'pdf'));
  const blocks: BookBlock[] = [
    {
      kind: 'table',
      heads: ['票种', '发票号码', '开具日期', '价税合计（元）'],
      widths: [25, 35, 20, 20],
      rows: invoices.map(({ kind, number, issuedOn, gross }) => [kind, number, issuedOn, gross]),
    },
    {
      kind: 'lines',
      lines: bare.flatMap(({ number, address }) => [`发票${number}没有PDF文件，请在网页上查看：`, address]),
    },
  ];
  return [{ kind: 'sheet', group: '发票', title: '发票清单', state: `${invoices.length}张`, blocks }];
}
