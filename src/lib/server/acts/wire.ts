/** An act that waits for a second person, on the wire. */
import type { ActWire } from '#lib/contract/countersign.ts';
import { AppError } from '#lib/contract/errors.ts';
import { actKind, actStateText } from '#lib/rules/companies/act-kinds.ts';
import { isActOpen } from '#lib/rules/companies/act-states.ts';
import { deciderProblem } from '#lib/rules/companies/countersign.ts';
import { formatYuan, showYuan } from '#lib/rules/money/money.ts';
import type { Context } from '../core/context.ts';
import type { ActChange } from '../db/schema/countersign.ts';
import { getSettings } from '../site/settings.ts';
import { findAct, type JoinedAct } from './countersign-rows.ts';
import { limitsOf, personOf } from './propose.ts';

/** One of them for the person of the context. Throws 404 where there is none. */
export async function getAct(context: Context<'staff'>, id: number): Promise<ActWire> {
  const row = await findAct(context.db, id);
  if (row === null) throw new AppError(404, '没有这一条，请刷新');
  return actOf(context, row);
}

async function actOf(context: Context<'staff'>, { act: row, company }: JoinedAct): Promise<ActWire> {
  const person = personOf(context);
  const kind = actKind(row.kind);
  const isOpen = isActOpen(row.state);
  const problem = deciderProblem(row, person, limitsOf(await getSettings(context.db), row.kind));
  return {
    id: row.id,
    company_id: row.companyId,
    company: company ?? '平台',
    kind: row.kind,
    kind_text: kind.text,
    amount: row.amount === null ? '' : formatYuan(row.amount),
    threshold: formatYuan(row.threshold),
    until: row.until ?? '',
    reason: row.reason,
    asked_by: row.askedBy,
    asked_at: row.createdAt.toISOString(),
    state: row.state,
    state_text: actStateText(row.state, row.kind),
    decided_by: row.decidedBy ?? '',
    decided_at: row.decidedAt?.toISOString() ?? '',
    word: row.word,
    is_alone: row.isAlone ? 1 : 0,
    may_decide: isOpen && problem === null ? 1 : 0,
    problem: isOpen && problem !== null ? problem : '',
    may_withdraw: isOpen && kind.mayWithdraw && row.askedBy === person.name ? 1 : 0,
  };
}

/** What an act changes: 余额：¥1.00 → ¥2.00. A correction that waits (`corrected`) changes the present balance. */
export function changesText(act: {
  changes: readonly ActChange[];
  corrected: number | null;
  balance: number;
}): string {
  const { changes, corrected, balance } = act;
  const all =
    changes.length > 0 || corrected === null
      ? changes
      : [{ label: '余额', from: `¥${showYuan(balance)}`, to: `¥${showYuan(balance + corrected)}` }];
  return all.map(({ label, from, to }) => `${label}：${from === '' ? '' : `${from} → `}${to}`).join('；');
}
