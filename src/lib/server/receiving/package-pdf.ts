/**
 * A receiving package as one PDF, to be printed or filed: contents, documents, what is missing, and the scans of
 * exactly its lots.
 */
import { AppError } from '#lib/contract/errors.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import { NoTurn } from '../core/fair-queue.ts';
import { log } from '../core/process/log.ts';
import { type Book, type BookBlock, type BookPart, bookLimits } from '../engines/pdf/book.ts';
import { makeBook } from '../engines/pdf/make-book.ts';
import { IsolatedError } from '../engines/run-isolated.ts';
import { type MerchantFileRow, merchantFileAddress } from '../files/report-rows.ts';
import { findSeal } from '../lots/reports.ts';
import { openFiles } from '../ports/files/store.ts';
import type { DeliveryNote } from '../shipping/notes.ts';
import { scanTitle } from './onboarding.ts';
import { findPackageContent, missingOf, type PackageContent } from './package-content.ts';

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

const signatures = ['发货人', '复核人', '承运人', '收货人', '收货日期']
  .map((who) => `${who}：`.padEnd(13, '　'))
  .join('');

function notePart(note: DeliveryNote, hasSeal: boolean): BookPart {
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
    ],
    widths: [4, 25, 14, 18, 14, 12, 6, 7],
    rows: rows.map((row, at) => [
      String(at + 1),
      `${row.name}\n${row.approvalNo} ${row.form}`,
      row.spec,
      row.maker,
      row.lotNo,
      `${row.producedOn}\n${row.expiresOn}`,
      row.unit,
      String(row.quantity),
    ]),
  };
  const foot = [
    `共${rows.length}行，${pieces}件`,
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

function codesPart({ lots }: PackageContent): BookPart[] {
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

function missingPart(missing: ReturnType<typeof missingOf>): BookPart[] {
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

function firstPart({ first, licences, sent }: PackageContent): BookPart {
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
    ],
  };
}
