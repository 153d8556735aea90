/** Which rows of a matched list one press may confirm together, and why the others are left. */
import type { PurchaseGrade } from './purchase-verdict.ts';

/** What the decision needs of a row. */
export interface RowToConfirm {
  grade: PurchaseGrade;
  /** 0 to 100. */
  confidence: number;
  /** Pieces that would be added; 0 when nothing can be. */
  number: number;
  isSettled: boolean;
}

/** Below it a person looks at the row by itself. */
export const leastConfidence = 60;

/** True for a row that waits for a yes and is near enough to certain to get it with the others. */
export function mayConfirmTogether({ grade, confidence, number, isSettled }: RowToConfirm): boolean {
  return grade === 'check' && !isSettled && number > 0 && confidence >= leastConfidence;
}

/** Why rows are left when the others are confirmed, in one sentence; null when none is. */
export function leftText(rows: readonly RowToConfirm[]): string | null {
  const unsure = rows.filter((row) => waits(row) && row.number > 0 && !mayConfirmTogether(row)).length;
  const unbuyable = rows.filter((row) => row.grade === 'none' || (waits(row) && row.number === 0)).length;
  const parts = [
    unsure > 0 ? `${unsure}行把握不到${leastConfidence}%，请逐行核对` : null,
    unbuyable > 0 ? `${unbuyable}行没有找到或暂不可购买` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join('；');
}

function waits({ grade, isSettled }: RowToConfirm): boolean {
  return grade === 'check' && !isSettled;
}
