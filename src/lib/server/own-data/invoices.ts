/** Tables of an export: titles, invoices and their lines. */
import { invoiceStates } from '#lib/rules/invoices/invoice-state.ts';
import { taxText } from '#lib/rules/invoices/tax.ts';
import { invoiceKinds } from '#lib/rules/invoices/titles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import type { Db } from '../db/client.ts';
import { secondText } from '../wallet/tables.ts';
import { listOwnInvoiceLines, listOwnInvoices, listOwnTitles } from './own-invoice-rows.ts';
import { type Cells, timeText } from './people.ts';
import { readAll } from './read-all.ts';

/** The first row of each table has its column names. */
export async function* invoiceTables(
  db: Db,
  companyId: number,
): AsyncGenerator<{ name: string; rows: Cells[] }> {
  const titles = await readAll(
    (last: number) => listOwnTitles(db, companyId, last),
    0,
    ({ id }) => id,
  );
  yield {
    name: '发票抬头.csv',
    rows: [
      [
        ...['抬头', '发票种类', '纳税人识别号', '开户行', '银行账号', '地址', '电话', '邮箱', '手机号'],
        ...['默认', '添加时间', '删除时间'],
      ],
      ...titles.map((one) => [
        ...[one.name, invoiceKinds[one.kind], one.taxNo, one.bank, one.bankAccount, one.address, one.phone],
        ...[one.mail, one.mobile, one.isDefault ? '是' : '', secondText(one.createdAt)],
        timeText(one.removedAt),
      ]),
    ],
  };
  const invoices = await readAll(
    (last: number) => listOwnInvoices(db, companyId, last),
    0,
    ({ invoice }) => invoice.id,
  );
  yield {
    name: '发票.csv',
    rows: [
      [
        ...['申请编号', '商家', '种类', '蓝票或红票', '抬头', '纳税人识别号', '状态', '发票号码'],
        ...['价税合计', '不含税金额', '税额', '申请时间', '开具时间'],
      ],
      ...invoices.map(({ invoice: one, merchant }) => [
        ...[one.serial, merchant, invoiceKinds[one.kind], one.color === 'red' ? '红票' : '蓝票'],
        ...[one.title.name, one.title.taxNo, invoiceStates[one.state].buyerText, one.number ?? ''],
        ...[formatYuan(one.gross), formatYuan(one.net), formatYuan(one.tax)],
        ...[secondText(one.createdAt), timeText(one.issuedAt)],
      ]),
    ],
  };
  const lines = await readAll(
    (last: { invoiceId: number; seq: number }) => listOwnInvoiceLines(db, companyId, last),
    { invoiceId: 0, seq: 0 },
    ({ line }) => line,
  );
  yield {
    name: '发票明细.csv',
    rows: [
      [
        ...['申请编号', '行号', '订单号', '名称', '规格', '单位', '数量', '不含税单价'],
        ...['税率', '价税合计', '不含税金额', '税额'],
      ],
      ...lines.map(({ line: one, serial }) => [
        ...[serial, one.seq, one.orderNo, one.name, one.spec, one.unit, one.quantity, one.unitPrice],
        ...[taxText(one), formatYuan(one.gross), formatYuan(one.net), formatYuan(one.tax)],
      ]),
    ],
  };
}
