/** A bank statement at the desk: imported, matched with transfers, registered for them (rules 5). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type {
  ImportStatementValues,
  RegisterCreditsValues,
  StatementCredit,
  StatementImported,
  StatementList,
} from '#lib/contract/transfers/statement-schema.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import {
  matchCredit,
  maxStatementRows,
  readStatement,
  statementSpec,
} from '#lib/rules/orders/bank-statement.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import { readUpload } from '../engines/tables/read-mapped.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import {
  findEntered,
  insertCredits,
  listAwaited,
  listCredits,
  listCreditsById,
  listOpenCredits,
  markRegistered,
  type StatementRow,
} from './bank-statement-rows.ts';
import { getDeskTransfer } from './list.ts';
import { receiveTransfer } from './receive.ts';

/** Limit of open credits in one answer. */
const shown = 500;

/** `GET /api/desk/statement`: credits without a transfer, each with the transfers that fit. */
export async function listStatement(context: Context<'platform'>): Promise<StatementList> {
  return { list: await wiresOf(context, await listOpenCredits(context.db, shown)) };
}

/**
 * `POST /api/desk/statement`: reads the credits of a CSV or XLSX. Nothing is saved or matched before a person has
 * confirmed its columns. A row counts once for ever: its bank and serial number identify it when it comes again.
 * Nothing is registered yet; new rows are in the audit log. Throws 422 for an invalid statement, 429 when too many are read.
 */
export async function importStatement(
  context: Context<'platform'>,
  { bank, file, columns, confirm }: ImportStatementValues,
): Promise<StatementImported> {
  const { db, now, actor } = context;
  const isWritten = confirm === 1;
  if (isWritten && columns === undefined) throw fieldError('file', '请先核对各列，再确认导入');
  const table = await readUpload(context, file, { spec: statementSpec, columns });
  const { credits, wrong } = readStatement(table.rows);
  if (credits.length > maxStatementRows)
    throw fieldError('file', `一次最多${maxStatementRows}笔收入，请分成几个文件`);
  const answer = {
    read: credits.length,
    sum: formatYuan(credits.reduce((sum, { amount }) => sum + amount, 0)),
    wrong,
    table: table.mapping,
  };
  if (!isWritten) return { ...answer, list: [], fresh: 0, known: 0, is_written: 0 };
  const fresh = await db.transaction(async (tx) => {
    const made = await insertCredits(
      tx,
      credits.map(({ row: _, ...credit }) => ({ ...credit, bank, staff: actor.name, createdAt: now })),
    );
    if (made.size > 0)
      await writeAudit(tx, recordOf(context), {
        ...{ act: 'transfer.import', subject: 'transfer', key: bank, before: null },
        after: { name: file.name, rows: made.size },
        at: now,
      });
    return made;
  });
  const rows = await listCredits(
    db,
    bank,
    credits.map(({ serial }) => serial),
  );
  return {
    ...answer,
    list: await wiresOf(context, rows),
    fresh: fresh.size,
    known: rows.filter(({ id }) => !fresh.has(id)).length,
    is_written: 1,
  };
}

/**
 * `POST /api/desk/statement/register`: enters credits for transfers, each separately; earlier entries are answered as
 * done. Answers the credits as they are then, and why some were not entered.
 */
export async function registerCredits(
  context: Context<'platform'>,
  { rows }: RegisterCreditsValues,
): Promise<StatementList> {
  const { db, now } = context;
  const said = new Map<number, string>();
  const chosen = new Map(rows.map((row) => [row.id, row]));
  const ids = rows.map(({ id }) => id);
  for (const credit of await listCreditsById(db, ids)) {
    if (credit.payNo !== null) continue;
    const { no, confirm } = must(chosen.get(credit.id), 'what was chosen');
    try {
      const { state, submitted_at } = await getDeskTransfer(context, no);
      await receiveTransfer(context, {
        ...{ no, state, submitted_at, amount: formatYuan(credit.amount), serial: credit.serial, confirm },
        ...{ received_on: credit.paidOn, rest: 'balance', short: 'wait' },
      });
      await markRegistered(db, credit.id, no, now);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      said.set(credit.id, error.message);
    }
  }
  const list = await wiresOf(context, await listCreditsById(db, ids));
  return { list: list.map((row) => ({ ...row, said: said.get(row.id) ?? row.said })) };
}

async function wiresOf(
  { db }: Context<'platform'>,
  rows: readonly StatementRow[],
): Promise<StatementCredit[]> {
  const [awaited, entered] = [
    await listAwaited(db),
    await findEntered(
      db,
      rows.map(({ serial }) => serial),
    ),
  ];
  const byNo = new Map(awaited.map((one) => [one.no, one]));
  return rows.map((row) => {
    const done = row.payNo ?? entered.get(row.serial);
    const match = done === undefined ? matchCredit(row, awaited) : ({ kind: 'none', no: '' } as const);
    const fit = byNo.get(match.no);
    return {
      id: row.id,
      bank: row.bank,
      serial: row.serial,
      paid_on: row.paidOn,
      amount: formatYuan(row.amount),
      payer: row.payer,
      remark: row.remark,
      match: done === undefined ? match.kind : 'done',
      no: done ?? match.no,
      company: fit?.company ?? '',
      lacks: fit === undefined ? '' : formatYuan(fit.lacks),
      said: '',
    };
  });
}
