/** A bank's statement as a table: which rows are credits, and which transfer each of them pays. Pure text work. */
import { type Fen, findYuan } from '../money/money.ts';
import { findDay } from '../terms/activity-time.ts';

/** Rows of one file. */
export const maxStatementRows = 2_000;

/** Banks by their short names; the name and the bank's serial number make a row known for ever. */
export const statementBanks = ['工行', '建行', '农行', '中行', '招行', '其他'] as const;
export type StatementBank = (typeof statementBanks)[number];

/** A credit. Amounts in fen, the day in Shanghai. */
export interface Credit {
  /** As the file counts, from 1. */
  row: number;
  serial: string;
  paidOn: string;
  amount: Fen;
  payer: string;
  payerAccount: string;
  remark: string;
}

export interface StatementRead {
  credits: Credit[];
  /** Rows that look like credits and cannot be read, in words. */
  wrong: { row: number; said: string }[];
}

const heads = {
  date: /^(交易日期|交易时间|入账日期|记账日期|日期)$/,
  credit: /^(收入金额|收入|贷方发生额|贷方金额|贷方|转入金额|存入金额|存入)$/,
  amount: /^(交易金额|发生额|金额)$/,
  side: /^(借贷标志|借贷方向|借贷|收支)$/,
  payer: /^(对方户名|对方名称|对方单位名称|对方单位|付款人名称|付款人)$/,
  account: /^(对方账号|对方帐号|付款人账号|付款账号)$/,
  serial: /^(银行流水号|交易流水号|流水号|核心流水号|交易流水|凭证号|凭证号码)$/,
} as const;
/** Several columns may say what a transfer is for. */
const remarkHead = /^(摘要|附言|交易附言|用途|备注|交易摘要)$/;
type Column = keyof typeof heads;

/** A head without blanks and without what stands in brackets, e.g. the currency. */
function headOf(cell: string): string {
  const text = cell.normalize('NFKC').replace(/[\s*:]/g, '');
  const bracket = text.lastIndexOf('(');
  return bracket >= 0 && text.endsWith(')') ? text.slice(0, bracket) : text;
}

/** Reads the rows below the head; null where there is no head of a statement within the first 30 rows. */
export function readStatement(table: readonly (readonly string[])[]): StatementRead | null {
  for (const [at, cells] of table.slice(0, 30).entries()) {
    const names = cells.map(headOf);
    const find = (column: Column) => names.findIndex((name) => heads[column].test(name));
    const columns = {
      date: find('date'),
      credit: find('credit'),
      amount: find('amount'),
      side: find('side'),
      payer: find('payer'),
      account: find('account'),
      serial: find('serial'),
    };
    const hasAmount = columns.credit >= 0 || columns.amount >= 0;
    if (columns.date < 0 || columns.serial < 0 || !hasAmount) continue;
    const remarks = names.flatMap((name, index) => (remarkHead.test(name) ? index : []));
    return readRows(table.slice(at + 1), at + 2, columns, remarks);
  }
  return null;
}

function readRows(
  rows: readonly (readonly string[])[],
  first: number,
  at: Record<Column, number>,
  remarks: readonly number[],
): StatementRead {
  const read: StatementRead = { credits: [], wrong: [] };
  for (const [index, cells] of rows.entries()) {
    const row = first + index;
    const of = (column: number) => (column < 0 ? '' : (cells[column] ?? '').normalize('NFKC').trim());
    const text = of(at.credit >= 0 ? at.credit : at.amount).replace(/[¥,元\s]/g, '');
    // Money that left: in a column of its own, below zero, or by the word of its side.
    if (text === '' || text.startsWith('-') || /^(借|支|付)/.test(of(at.side))) continue;
    const amount = findYuan(text.replace(/^\+/, ''));
    if (amount === 0) continue;
    const paidOn = dayOf(of(at.date));
    const serial = of(at.serial).replace(/\s/g, '').toUpperCase();
    if (amount === null) read.wrong.push({ row, said: `金额“${text}”不能识别` });
    else if (paidOn === null) read.wrong.push({ row, said: `日期“${of(at.date)}”不能识别` });
    else if (!/^[0-9A-Z-]{4,40}$/.test(serial)) read.wrong.push({ row, said: '没有流水号' });
    else
      read.credits.push({
        row,
        serial,
        paidOn,
        amount,
        payer: of(at.payer),
        payerAccount: of(at.account),
        remark: remarks.map(of).filter(Boolean).join(' '),
      });
  }
  return read;
}

/** 2026-11-28, 2026/11/28, 20261128, each with or without a time behind it; null for anything else. */
function dayOf(text: string): string | null {
  const found = /^(\d{4})[-/.年]?(\d{2})[-/.月]?(\d{2})/.exec(text);
  if (!found) return null;
  const day = `${found[1]}-${found[2]}-${found[3]}`;
  return findDay(day) === null ? null : day;
}

/** A transfer that waits for money, with what it lacks in fen. */
export interface AwaitedTransfer {
  no: string;
  company: string;
  lacks: Fen;
}

/** sure: reference and amount, or payer and amount of one transfer alone. doubtful: a person has to choose. none: nothing fits. */
export type CreditMatch = { kind: 'sure' | 'doubtful'; no: string } | { kind: 'none'; no: '' };

/** Which transfer a credit pays: by the reference in its remark, else by who sent it, else by the amount alone. */
export function matchCredit(
  { amount, payer, remark }: Pick<Credit, 'amount' | 'payer' | 'remark'>,
  awaited: readonly AwaitedTransfer[],
): CreditMatch {
  const words = remark.replace(/\s/g, '').toUpperCase();
  const named = awaited.filter(({ no }) => words.includes(no.toUpperCase()));
  if (named.length > 0) {
    const [only] = named;
    return named.length === 1 && only !== undefined && only.lacks === amount
      ? { kind: 'sure', no: only.no }
      : { kind: 'doubtful', no: only?.no ?? '' };
  }
  const own = awaited.filter(({ company }) => payer !== '' && nameOf(company) === nameOf(payer));
  const exact = (own.length > 0 ? own : awaited).filter(({ lacks }) => lacks === amount);
  const [one] = exact;
  if (one !== undefined)
    return { kind: own.length > 0 && exact.length === 1 ? 'sure' : 'doubtful', no: one.no };
  const [other] = own;
  return other === undefined ? { kind: 'none', no: '' } : { kind: 'doubtful', no: other.no };
}

/** A company's name as banks write it: brackets of either width, no blanks. */
function nameOf(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '');
}
