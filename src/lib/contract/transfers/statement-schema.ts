/** A bank's statement that the desk imports. */
import { z } from 'zod';
import { statementBanks } from '#lib/rules/orders/bank-statement.ts';
import { flag, id, money, text, upload, upTo } from '../fields.ts';
import { ownMoney } from '../prices.ts';

/** Rows that are registered with one press. */
const maxRows = 500;

export const importStatementInput = z.object({
  bank: z.enum(statementBanks, { error: '请选择银行' }),
  file: upload('请选择CSV或XLSX文件'),
});
export type ImportStatementValues = z.output<typeof importStatementInput>;

export const registerCreditsInput = z.object({
  rows: upTo(
    maxRows,
    z.object({
      id: id('流水'),
      no: text('转账编号', { min: 1, max: 100 }),
      /** 1: the amount is right though it is far from what is asked for. */
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
  /** The transfer that fits, whose company, and what it lacks; empty where none does. */
  no: z.string(),
  company: z.string(),
  lacks: ownMoney(z.union([money, z.literal('')])),
  /** Why it was not registered just now. */
  said: z.string(),
});
export type StatementCredit = z.infer<typeof statementCredit>;

const list = z.object({ list: z.array(statementCredit) });
export type StatementList = z.infer<typeof list>;

const imported = z.object({
  list: z.array(statementCredit),
  fresh: z.number().int(),
  known: z.number().int(),
  wrong: z.array(z.object({ row: z.number().int(), said: z.string() })),
});
export type StatementImported = z.infer<typeof imported>;

export const statementSchemas = {
  deskStatement: { input: z.object({}), output: list },
  importStatement: { input: importStatementInput, output: imported },
  registerCredits: { input: registerCreditsInput, output: list },
};
