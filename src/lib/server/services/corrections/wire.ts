/** What moves money by hand, as the desk reads it. */
import type { CorrectionWire } from '#lib/contract/corrections/schema.ts';
import { AppError } from '#lib/contract/errors.ts';
import {
  correctionKindText,
  correctionStateText,
  deciderProblem,
  isCorrectionOpen,
} from '#lib/rules/companies/correction.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import type { Db } from '../../db/client.ts';
import { findCorrection, type JoinedCorrection } from '../../repos/corrections.ts';

/** One of them as `asking` sees it. Throws 404 where there is none. */
export async function getCorrection(db: Db, id: number, asking: string): Promise<CorrectionWire> {
  const row = await findCorrection(db, id);
  if (row === null) throw new AppError(404, '没有这一条，请刷新');
  return correctionOf(row, asking);
}

export function correctionOf(
  { correction: row, company, balance }: JoinedCorrection,
  asking: string,
): CorrectionWire {
  return {
    id: row.id,
    company_id: row.companyId,
    company,
    kind: row.kind,
    kind_text: correctionKindText(row.kind),
    amount: formatYuan(row.amount),
    balance: formatYuan(balance ?? 0),
    threshold: formatYuan(row.threshold),
    until: row.until ?? '',
    reason: row.reason,
    asked_by: row.askedBy,
    asked_at: row.createdAt.toISOString(),
    state: row.state,
    state_text: correctionStateText(row.state, row.kind),
    decided_by: row.decidedBy ?? '',
    decided_at: row.decidedAt?.toISOString() ?? '',
    word: row.word,
    may_decide: isCorrectionOpen(row.state) && deciderProblem(row.askedBy, asking) === null ? 1 : 0,
  };
}
