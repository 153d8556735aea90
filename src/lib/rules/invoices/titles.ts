/** 发票抬头 of buyers and the seller's particulars (rules 19). */

import { keysOf } from '../terms/keys.ts';
import { findCreditCodeProblem, normalizeCreditCode } from '../text/credit-code.ts';
import { isEmail, isMobile } from '../text/phone.ts';

/** Both are 数电票. special: its tax may be deducted by the buyer. */
export const invoiceKinds = {
  special: '增值税专用发票',
  ordinary: '普通发票',
} as const;
export type InvoiceKind = keyof typeof invoiceKinds;
export const invoiceKindKeys = keysOf(invoiceKinds);

/** The buyer as an invoice names it, and where its files are delivered. Optional fields are empty texts. */
export interface InvoiceTitle {
  kind: InvoiceKind;
  name: string;
  taxNo: string;
  bank: string;
  bankAccount: string;
  address: string;
  phone: string;
  mail: string;
  mobile: string;
}

/** The seller as an invoice names it; `drawer` is 开票人. Optional fields are empty texts. */
export interface InvoiceSeller {
  taxNo: string;
  name: string;
  bank: string;
  bankAccount: string;
  address: string;
  phone: string;
  drawer: string;
}

/** Longest texts of a title, in characters. */
export const titleLengths = {
  name: 100,
  taxNo: 20,
  bank: 60,
  bankAccount: 40,
  address: 80,
  phone: 20,
  mail: 100,
  mobile: 11,
} as const satisfies Partial<Record<keyof InvoiceTitle, number>>;

const lengthNames = {
  name: '名称',
  bank: '开户行',
  bankAccount: '银行账号',
  address: '地址',
  phone: '电话',
  mail: '邮箱',
} as const;

/**
 * Why a tax number is refused: 15 to 20 letters and digits; 18 of them are a 统一社会信用代码 with its check digit. Null when it
 * is right.
 */
export function findTaxNoProblem(input: string): string | null {
  const taxNo = normalizeCreditCode(input);
  if (taxNo === '') return '请填写纳税人识别号';
  if (!/^[0-9A-Z]+$/.test(taxNo)) return '纳税人识别号只能由数字和大写字母组成';
  if (taxNo.length < 15 || taxNo.length > 20) return `纳税人识别号为15至20位，现为${taxNo.length}位`;
  if (taxNo.length !== 18) return null;
  const problem = findCreditCodeProblem(taxNo);
  return problem === null ? null : problem.replace('统一社会信用代码', '纳税人识别号');
}

/**
 * What is wrong with a title, a sentence a field; empty when it may be used. A special invoice wants bank, account,
 * address and telephone; an ordinary one has them all or none of each pair.
 */
export function titleFaults(title: InvoiceTitle): Partial<Record<keyof InvoiceTitle, string>> {
  const faults: Partial<Record<keyof InvoiceTitle, string>> = {};
  const fault = (field: keyof InvoiceTitle, sentence: string) => {
    faults[field] ??= sentence;
  };
  if (title.name === '') fault('name', '请填写抬头名称');
  for (const field of keysOf(lengthNames)) {
    if ([...title[field]].length > titleLengths[field])
      fault(field, `${lengthNames[field]}最多${titleLengths[field]}个字`);
    if (/[<>]/.test(title[field])) fault(field, `${lengthNames[field]}不能含有“<”或“>”`);
  }
  const taxNo = findTaxNoProblem(title.taxNo);
  if (taxNo !== null) fault('taxNo', taxNo);
  if (title.kind === 'special') {
    if (title.bank === '') fault('bank', '开具专票请填写开户行');
    if (title.bankAccount === '') fault('bankAccount', '开具专票请填写银行账号');
    if (title.address === '') fault('address', '开具专票请填写注册地址');
    if (title.phone === '') fault('phone', '开具专票请填写注册电话');
  }
  if (title.bank === '' && title.bankAccount !== '') fault('bank', '填写了银行账号，请同时填写开户行');
  if (title.bank !== '' && title.bankAccount === '') fault('bankAccount', '填写了开户行，请同时填写银行账号');
  if (title.bankAccount !== '' && !/^[0-9 -]{5,}$/.test(title.bankAccount))
    fault('bankAccount', '银行账号只能由数字组成，至少5位');
  if (title.phone !== '' && !/^[0-9+() -]{5,}$/.test(title.phone)) fault('phone', '请填写正确的电话号码');
  if (title.mail !== '' && !isEmail(title.mail)) fault('mail', '请填写正确的邮箱');
  if (title.mobile !== '' && !isMobile(title.mobile)) fault('mobile', '请填写11位手机号');
  return faults;
}
