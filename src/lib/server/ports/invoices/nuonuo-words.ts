/** 诺诺's fields: how our lines, parties and reasons are written, and how its answers are read. */
import { z } from 'zod';
import { isRedState, type RedReason, type RedState } from '#lib/rules/invoices/red-state.ts';
import { findYuan, formatYuan } from '#lib/rules/money/money.ts';
import type { IssueAnswer, IssueRequest, PortFault, PortLine, PortRedLine } from './port.ts';

/** 票种: bs 数电专票, pc 数电普票. */
export const lineOfKind = { special: 'bs', ordinary: 'pc' } as const;

/** 优惠政策标识 of the tax bureau; 0 for none. */
const policyFlags = { none: '0', simple_3: '08', exempt: '03' } as const;

/** 诺诺 numbers the reasons of red forms in its own way: 1 销货退回, 2 开票有误, 3 服务中止, 4 销售折让. */
const redReasons: Record<RedReason, string> = { '01': '2', '02': '1', '03': '3', '04': '4' };

export const redReasonOf = (reason: RedReason): string => redReasons[reason];

/** Our reason for one of theirs; 01 (开票有误) for one that is not known. */
export function ourRedReason(theirs: string): RedReason {
  return theirs === '1' ? '02' : theirs === '3' ? '03' : theirs === '4' ? '04' : '01';
}

/** A rate as they write it: 13 → 0.13. */
const rateText = (rate: number) => (rate / 100).toFixed(2);

function detailOf(line: PortLine) {
  return {
    goodsName: line.name,
    goodsCode: line.taxCode,
    specType: line.spec,
    unit: line.unit,
    withTaxFlag: '0',
    // A discount has amounts alone.
    ...(line.quantity !== null && { num: String(line.quantity), price: line.unitPrice }),
    taxRate: rateText(line.rate),
    taxExcludedAmount: formatYuan(line.net),
    tax: formatYuan(line.tax),
    taxIncludedAmount: formatYuan(line.gross),
    invoiceLineProperty: String(line.nature),
    favouredPolicyFlag: policyFlags[line.policy],
    zeroRateFlag: line.policy === 'exempt' ? '1' : '',
  };
}

/** The order of requestBillingNew. `at`: Shanghai's time as text. */
export function orderOf(
  { serial, seller, buyer, kind, lines, remark }: IssueRequest,
  at: string,
  notifyUrl: string,
) {
  return {
    orderNo: serial,
    invoiceDate: at,
    invoiceType: '1',
    invoiceLine: lineOfKind[kind],
    salerTaxNum: seller.taxNo,
    salerTel: seller.phone,
    salerAddress: seller.address,
    salerAccount: `${seller.bank} ${seller.bankAccount}`.trim(),
    buyerName: buyer.name,
    buyerTaxNum: buyer.taxNo,
    buyerTel: buyer.phone,
    buyerAddress: buyer.address,
    buyerAccount: `${buyer.bank} ${buyer.bankAccount}`.trim(),
    naturalPersonFlag: '0',
    // We deliver the files ourselves.
    pushMode: '-1',
    clerk: seller.drawer,
    remark,
    callBackUrl: notifyUrl,
    invoiceDetail: lines.map(detailOf),
  };
}

/** A line of a red form: unit prices are positive, quantity and amounts negative. */
export function redDetailOf(line: PortRedLine) {
  return {
    blueDetailIndex: String(line.blueSeq),
    goodsName: line.name,
    unit: line.unit,
    specType: line.spec,
    ...(line.quantity !== null && { num: String(line.quantity), taxExcludedPrice: line.unitPrice }),
    taxExcludedAmount: formatYuan(line.net),
    taxAmount: formatYuan(line.tax),
    taxRate: rateText(line.rate),
    goodsCode: line.taxCode,
    favouredPolicyFlag: policyFlags[line.policy],
  };
}

const words = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((given) => String(given ?? ''));

export const invoiceResult = z.object({
  serialNo: words,
  orderNo: words,
  status: words,
  statusMsg: words,
  failCause: words,
  invoiceNo: words,
  allElectronicInvoiceNumber: words,
  /** Milliseconds. */
  invoiceTime: words,
  pdfUrl: words,
  ofdUrl: words,
  xmlUrl: words,
});
export type InvoiceResult = z.infer<typeof invoiceResult>;

/** Why an invoice or a form failed, by what the provider says. */
export function faultOf(code: string, text: string): PortFault {
  const cause = /额度/.test(text) ? 'quota' : /登录|认证|扫码|人脸|会话/.test(text) ? 'session' : 'other';
  return { code, text: text === '' ? '开票服务没有说明原因' : text, cause };
}

/** The state of a result. Throws for an issued one without number or time, which cannot be written down. */
export function standingOf(found: InvoiceResult): IssueAnswer {
  const { status, failCause, statusMsg } = found;
  const fault = () => faultOf(status, failCause || statusMsg);
  if (status === '2') {
    const number = found.allElectronicInvoiceNumber || found.invoiceNo;
    const issuedAt = new Date(Number(found.invoiceTime));
    if (!/^\d{20}$/.test(number) || Number.isNaN(issuedAt.getTime()) || found.invoiceTime === '')
      throw new Error(`nuonuo: an issued invoice ${found.orderNo} without number or time`);
    return { state: 'issued', number, issuedAt };
  }
  if (status === '22') return { state: 'failed', fault: fault() };
  if (status === '24') return { state: 'unsealed', fault: fault() };
  if (status === '3' || status === '31') return { state: 'void', fault: fault() };
  // 20 开票中, 21 开票成功签章中, and what they may add.
  return { state: 'running' };
}

const amount = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((given) => findYuan(typeof given === 'number' ? given.toFixed(2) : (given ?? '0')) ?? 0);

const redDetail = z.object({
  blueDetailIndex: z.coerce.number().int(),
  num: words,
  taxExcludedAmount: amount,
  taxAmount: amount,
});

export const redForm = z.object({
  billId: words,
  billNo: words,
  billUuid: words,
  billStatus: words,
  billMessage: words,
  applySource: words,
  blueElecInvoiceNumber: words,
  blueInvoiceNumber: words,
  redReason: words,
  /** Of the red invoice, once it is there. */
  orderNo: words,
  taxExcludedAmount: amount,
  taxAmount: amount,
  detail: z.array(redDetail).nullish(),
});
export type RedForm = z.infer<typeof redForm>;

export const redList = z.object({ total: z.coerce.number().nullish(), list: z.array(redForm).nullish() });

/** 15 申请中 and 16 申请失败 are 诺诺's own; the others the tax bureau's. */
export function redStateOf(status: string): RedState {
  if (status === '16') return 'failed';
  return isRedState(status) ? status : 'asking';
}
