/** A bank statement that the desk imports. */

import { z } from 'zod';
import { statementBanks } from '#lib/rules/orders/bank-statement.ts';
import { get, post } from '../call.ts';
import { flag, flagOut, id, money, text, upTo } from '../fields.ts';
import { ownMoney } from '../prices.ts';
import { columnKeys, tableMapping } from '../tables.ts';
import { upload } from '../uploads.ts';

/** Most rows registered at once. */
const maxRows = 500;

/** Before the confirmation, with its columns, nothing is saved or matched: the response shows what would be read. */
export const importStatementInput = z.object({
  bank: z.enum(statementBanks, { error: '请选择银行' }),
  file: upload('请选择CSV或XLSX文件'),
  columns: columnKeys,
  confirm: flag('确认导入').default(0),
});
export type ImportStatementValues = z.output<typeof importStatementInput>;

export const registerCreditsInput = z.object({
  rows: upTo(
    maxRows,
    z.object({
      id: id('流水'),
      no: text('转账编号', { min: 1, max: 100 }),
      /** 1: the amount is right although it differs much from the requested one. */
      confirm: flag('确认金额').default(0),
    }),
    { min: 1, error: '请选择要登记的流水', tooMany: `一次最多登记${maxRows}笔` },
  ),
});
export type RegisterCreditsValues = z.output<typeof registerCreditsInput>;

export const statementCredit = z.object({
  id: z.number().int(),
  bank: z.string(),
  serial: z.string(),
  paid_on: z.string(),
  amount: ownMoney(money),
  payer: z.string(),
  remark: z.string(),
  /** done: it was registered, for `no`. */
  match: z.enum(['sure', 'doubtful', 'none', 'done']),
  /** The matching transfer, its company, and what it lacks; empty without one. */
  no: z.string(),
  company: z.string(),
  lacks: ownMoney(z.union([money, z.literal('')])),
  /** Why it was not registered now. */
  said: z.string(),
});
export type StatementCredit = z.infer<typeof statementCredit>;

const list = z.object({ list: z.array(statementCredit) });
export type StatementList = z.infer<typeof list>;

const imported = z.object({
  /** Empty before the confirmation. */
  list: z.array(statementCredit),
  /** Credits of the file, and their sum. */
  read: z.number().int(),
  sum: ownMoney(money),
  /** How many of those are new and how many are known; 0 before the confirmation. */
  fresh: z.number().int(),
  known: z.number().int(),
  wrong: z.array(z.object({ row: z.number().int(), said: z.string() })),
  /** 1: it was saved; 0: a preview. */
  is_written: flagOut,
  table: tableMapping,
});
export type StatementImported = z.infer<typeof imported>;

export const statementCalls = {
  deskStatement: get('/api/desk/statement', {
    who: 'platform',
    may: 'payments',
    input: z.object({}),
    output: list,
  }),
  importStatement: post('/api/desk/statement', {
    who: 'platform',
    may: 'payments',
    cost: 'upload',
    input: importStatementInput,
    output: imported,
  }),
  registerCredits: post('/api/desk/statement/register', {
    who: 'platform',
    may: 'payments',
    sure: true,
    second: ['surplus'],
    input: registerCreditsInput,
    output: list,
  }),
};
