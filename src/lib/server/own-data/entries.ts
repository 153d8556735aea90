/** Content of the file of a company's own data: its orders, ledgers, licences and its people. */

import { moneyUses } from '#lib/contract/wallet/calls.ts';
import { paperNames } from '#lib/rules/companies/qualification.ts';
import { contractKindText } from '#lib/rules/contracts/kinds.ts';
import { contractStates } from '#lib/rules/contracts/state.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { orderStatusText } from '#lib/rules/orders/order-state.ts';
import { textOf } from '#lib/rules/terms/keys.ts';
import { csvText } from '#lib/rules/text/csv.ts';
import { listOfCompanies } from '../contracts/rows.ts';
import type { Db } from '../db/client.ts';
import { addressOf, openFiles } from '../ports/files/store.ts';
import type { ZipEntry } from '../receiving/zip.ts';
import { pointsColumns, secondText } from '../wallet/tables.ts';
import { chatTable } from './chat.ts';
import { invoiceTables } from './invoices.ts';
import { liveTable } from './live.ts';
import { listOwnEntries, listOwnLines, listOwnOrders, listOwnPoints } from './own-order-rows.ts';
import { type Cells, peopleTables, timeText } from './people.ts';
import { playTables } from './play.ts';
import { readAll } from './read-all.ts';
import { listAllPaperFiles, listAllPapers, listOwnPasskeys } from './rows.ts';

/** Limit of the bytes of licences in one file; the rest is named in the table and can be seen in the shop. */
const mostPaperBytes = 100 * 1024 * 1024;

/** All entries, one after the other; `step` is called for every finished piece, orders and licences' files. */
export async function* entriesOf(
  db: Db,
  companyId: number,
  now: Date,
  step: (pieces: number) => Promise<void>,
): AsyncGenerator<ZipEntry> {
  const orders = await readAll(
    (last: string) => listOwnOrders(db, companyId, last),
    '',
    ({ order }) => order.no,
    step,
  );
  yield table('订单.csv', [
    [
      '订单号',
      '交易号',
      '商家',
      '状态',
      '商品金额',
      '优惠',
      '运费',
      '实付',
      '已退',
      '下单时间',
      '付款时间',
      '完成时间',
      '备注',
    ],
    ...orders.map(({ order: one, merchant }) => [
      one.no,
      one.tradeNo,
      merchant,
      orderStatusText(
        {
          status: one.status,
          deadlineAt: one.deadlineAt.getTime(),
          receiveBy: one.receiveBy?.getTime() ?? null,
        },
        now.getTime(),
      ),
      formatYuan(one.goodsAmount),
      formatYuan(one.discountAmount),
      formatYuan(one.shippingAmount),
      formatYuan(one.payAmount),
      formatYuan(one.refundedAmount),
      secondText(one.createdAt),
      timeText(one.paidAt),
      timeText(one.completedAt),
      one.remark,
    ]),
  ]);
  const lines = await readAll(
    (last: number) => listOwnLines(db, companyId, last),
    0,
    ({ line }) => line.id,
  );
  yield table('订单商品.csv', [
    [
      '订单号',
      '商品编号',
      '通用名称',
      '规格',
      '生产厂商',
      '批准文号',
      '数量',
      '单价',
      '实付',
      '已发数量',
      '退货数量',
      '退款',
    ],
    ...lines.map(({ line }) => [
      line.orderNo,
      line.goodsId,
      line.snapshot.name,
      line.snapshot.spec,
      line.snapshot.maker,
      line.snapshot.approvalNo,
      line.quantity,
      formatYuan(line.unitPrice),
      formatYuan(line.paid),
      line.shippedQuantity,
      line.refundedQuantity,
      formatYuan(line.refundedAmount),
    ]),
  ]);
  const entries = await readAll(
    (last: number) => listOwnEntries(db, companyId, last),
    0,
    ({ id }) => id,
  );
  yield table('余额明细.csv', [
    ['流水号', '时间', '类型', '收支', '余额', '说明'],
    ...entries.map((one) => [
      one.id,
      secondText(one.createdAt),
      textOf(moneyUses, one.useType),
      formatYuan(one.amount),
      formatYuan(one.balanceAfter),
      one.note,
    ]),
  ]);
  const points = await readAll(
    (last: number) => listOwnPoints(db, companyId, last),
    0,
    ({ id }) => id,
  );
  yield table('积分明细.csv', [
    pointsColumns.map(({ head }) => head),
    ...points.map((one) => pointsColumns.map(({ value }) => value(one))),
  ]);
  for await (const { name, rows } of playTables(db, companyId)) yield table(name, rows);
  for await (const { name, rows } of invoiceTables(db, companyId)) yield table(name, rows);
  yield table('在线客服.csv', await chatTable(db, companyId));
  yield table('直播提问.csv', await liveTable(db, companyId));
  for (const { name, rows } of await peopleTables(db, companyId)) yield table(name, rows);
  const contracts = await listOfCompanies(db, [companyId]);
  yield table('电子合同.csv', [
    ['合同编号', '种类', '对方', '状态', '生效日期', '有效期至', '签署完成', '正文摘要'],
    ...contracts.map(({ contract: one, merchant }) => [
      one.no,
      contractKindText(one.kind),
      merchant ?? '平台',
      contractStates[one.state].text,
      one.validFrom ?? '',
      one.validTo ?? '',
      timeText(one.signedAt),
      one.bodyHash,
    ]),
  ]);
  const passkeys = await listOwnPasskeys(db, companyId);
  yield table('通行密钥.csv', [
    ['账号', '名称', '添加时间', '最近使用'],
    ...passkeys.map(({ passkey: one, username }) => [
      username,
      one.name,
      secondText(one.createdAt),
      timeText(one.usedAt),
    ]),
  ]);
  yield* papersOf(db, companyId, step);
}

/** The licences' files as they were uploaded, and a table of all versions with the place of each. */
async function* papersOf(
  db: Db,
  companyId: number,
  step: (pieces: number) => Promise<void>,
): AsyncGenerator<ZipEntry> {
  const [papers, all, store] = [
    await listAllPapers(db, companyId),
    await listAllPaperFiles(db, companyId),
    await openFiles(),
  ];
  const names = new Map<number, string[]>();
  let packed = 0;
  for (const { paperId, position, file } of all) {
    const kind = papers.find(({ id }) => id === paperId)?.kind;
    const ending = file.kind === 'pdf' ? 'pdf' : (file.contentType.split('/')[1] ?? 'jpg');
    const name = `资质/${kind === undefined ? '资质' : paperNames[kind]}-${paperId}-${position + 1}.${ending}`;
    const isTooMuch = packed + file.bytes > mostPaperBytes;
    const bytes = isTooMuch ? undefined : await store.find(addressOf(file), 'stored');
    const said = bytes ? name : isTooMuch ? '文件太多，请在“我的资质”查看' : '文件缺失';
    names.set(paperId, [...(names.get(paperId) ?? []), said]);
    await step(1);
    if (bytes === undefined) continue;
    packed += bytes.byteLength;
    yield { name, bytes, isPacked: true };
  }
  yield table('资质.csv', [
    ['资质', '编号', '有效期起', '有效期至', '文件'],
    ...papers.map(({ id, kind, number, validFrom, validTo }) => [
      paperNames[kind],
      number,
      validFrom ?? '',
      validTo ?? '长期',
      (names.get(id) ?? []).join('；'),
    ]),
  ]);
}

function table(name: string, rows: readonly Cells[]): ZipEntry {
  return { name, bytes: Buffer.from(csvText(rows)), isPacked: false };
}
