/** A bank statement as a table: which rows are credits, and which transfer each of them pays. Pure text work. */
import { type Fen, findYuan } from '../money/money.ts';
import { findCutCode } from '../tables/cell.ts';
import type { TableRow } from '../tables/columns.ts';
import type { TableSpec } from '../tables/spec.ts';
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

/** Columns of a statement, as the banks call them. */
export const statementSpec = {
  name: 'statement',
  columns: [
    // Of day, time and booking day the first with a day counts.
    {
      key: 'date',
      title: '交易日期',
      kind: 'text',
      isMany: true,
      is: ['交易日期', '交易时间', '交易日', '入账日期', '入账时间', '记账日期', '记账日', '日期'],
    },
    {
      key: 'credit',
      title: '收入金额',
      kind: 'money',
      is: ['收入金额', '收入', '贷方发生额', '贷方金额', '贷方', '转入金额', '存入金额', '存入'],
      has: ['贷方', '收入', '转入', '存入'],
      never: ['借', '支', '余额', '笔数', '户名', '账号', '帐号', '类型', '标志', '日期', '行', '累计'],
    },
    {
      key: 'amount',
      title: '交易金额',
      kind: 'money',
      is: ['交易金额', '发生额', '金额'],
    },
    {
      key: 'side',
      title: '借贷标志',
      kind: 'text',
      is: ['借贷标志', '借贷方向', '借贷', '借/贷', '收支', '收支标志', '收支方向', '收/支'],
    },
    {
      key: 'payer',
      title: '对方户名',
      kind: 'text',
      is: [
        ...['对方户名', '对方名称', '对方单位名称', '对方单位', '对方账户名称', '对方帐户名称'],
        ...['付款人名称', '付款人户名', '付款方名称', '付款方户名', '付款人'],
      ],
      best: ['对方'],
    },
    {
      key: 'account',
      title: '对方账号',
      kind: 'code',
      is: ['对方账号', '对方帐号', '对方账户', '付款人账号', '付款方账号', '付款账号'],
      best: ['对方'],
    },
    {
      key: 'serial',
      title: '流水号',
      kind: 'code',
      is: [
        ...['银行流水号', '交易流水号', '流水号', '核心流水号', '交易流水', '账户明细编号-交易流水号'],
        ...['凭证号', '凭证号码'],
      ],
      best: ['流水'],
    },
    {
      key: 'remark',
      title: '摘要或附言',
      kind: 'text',
      isMany: true,
      is: ['摘要', '附言', '交易附言', '客户附言', '用途', '交易用途', '备注', '交易摘要'],
    },
  ],
  others: [
    ...['序号', '币种', '余额', '账户余额', '交易类型', '交易渠道', '交易机构', '钞汇', '手续费'],
    ...['支出金额', '支出', '借方发生额', '借方金额', '借方', '转出金额', '支取金额'],
    ...['对方开户行', '对方行名', '对方开户行名', '本方账号', '收款人名称', '收款人账号'],
  ],
  needed: [['date'], ['credit', 'amount'], ['serial']],
  leastNamed: 3,
  // Banks print the account, its holder and sums above.
  headWithin: 30,
  headless: 'no',
} as const satisfies TableSpec;

/** Reads the rows below the head. */
export function readStatement(rows: readonly TableRow[]): StatementRead {
  const read: StatementRead = { credits: [], wrong: [] };
  for (const cells of rows) {
    const { row } = cells;
    const of = (key: string) => cells.cell(key).normalize('NFKC');
    const text = (of('credit') || of('amount')).replace(/[¥,元\s]/g, '');
    // Money that left: in a column of its own, below zero, or by the word of its side.
    if (text === '' || text.startsWith('-') || /^(借|支|付)/.test(of('side'))) continue;
    const amount = findYuan(text.replace(/^\+/, ''));
    if (amount === 0) continue;
    const days = cells.all('date').map((cell) => cell.normalize('NFKC'));
    const paidOn = days.map(dayOf).find((day) => day !== null) ?? null;
    const serial = of('serial').replace(/\s/g, '').toUpperCase();
    // A cut number would take this credit for another one that is known.
    const cut = findCutCode(serial);
    if (amount === null) read.wrong.push({ row, said: `金额“${text}”不能识别` });
    else if (paidOn === null) read.wrong.push({ row, said: `日期“${days.join(' ')}”不能识别` });
    else if (cut !== null) read.wrong.push({ row, said: cut });
    else if (!/^[0-9A-Z-]{4,40}$/.test(serial)) read.wrong.push({ row, said: '没有流水号' });
    else
      read.credits.push({
        row,
        serial,
        paidOn,
        amount,
        payer: of('payer'),
        payerAccount: of('account'),
        remark: cells
          .all('remark')
          .map((cell) => cell.normalize('NFKC'))
          .join(' '),
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
