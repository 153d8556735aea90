/** Differences between the providers' bills and our books, for the desk. */

import type { BillsList, BillsValues, DifferenceWire, SettleDifferenceValues } from '#lib/contract/bills.ts';
import { AppError } from '#lib/contract/errors.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { billKindTexts, billProblems } from '#lib/rules/orders/bill.ts';
import { textOf } from '#lib/rules/terms/keys.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { type DifferenceRow, findDifference, findDifferences, settleDifference } from './rows.ts';

/** `GET /api/desk/bills`: a page of them, the oldest first. */
export async function listDifferences(
  { db }: Context<'platform'>,
  { state, keyword, ...asked }: BillsValues,
): Promise<BillsList> {
  const { rows, total } = await findDifferences(db, { isSettled: state === 'settled', keyword }, asked);
  return { list: rows.map(wireOf), total };
}

/**
 * `POST /api/desk/bills/{id}/settle`: a person has checked it and records what was done. It moves no money. Throws 404,
 * 409 for one that is settled already.
 */
export async function settle(
  context: Context<'platform'>,
  { id, note }: SettleDifferenceValues,
): Promise<DifferenceWire> {
  const { db, now, actor } = context;
  return db.transaction(async (tx) => {
    const row = await findDifference(tx, id);
    if (row === null) throw new AppError(404, '这条差异不存在');
    if (!(await settleDifference(tx, id, { settledAt: now, settledBy: actor.name, note })))
      throw new AppError(409, '这条差异已处理，请刷新后再看');
    await writeAudit(tx, recordOf(context), {
      act: 'bill.settle',
      subject: 'bill',
      key: id,
      before: { source: row.source, problem: row.problem, no: row.no, ours: row.ours, theirs: row.theirs },
      after: { note },
      at: now,
    });
    return wireOf({ ...row, settledAt: now, settledBy: actor.name, note });
  });
}

const sources: Record<string, string> = {
  wechat: '微信支付',
  wechat_account: '微信支付资金账户',
  alipay: '支付宝',
  alipay_account: '支付宝资金账户',
};

function wireOf(row: DifferenceRow): DifferenceWire {
  const { text, todo } = billProblems[row.problem];
  return {
    id: row.id,
    source: sources[row.source] ?? row.source,
    day: row.day,
    kind: textOf(billKindTexts, row.kind),
    problem: text,
    todo,
    no: row.no,
    provider_no: row.providerNo,
    ours: row.ours === null ? '' : formatYuan(row.ours),
    theirs: row.theirs === null ? '' : formatYuan(row.theirs),
    found_at: row.foundAt.toISOString(),
    settled_at: row.settledAt?.toISOString() ?? '',
    settled_by: row.settledAt === null ? '' : (row.settledBy ?? '系统'),
    note: row.note ?? '',
  };
}
