/** Which rows of a matched list one press may confirm together, and why the others are left. */
import { areTogether, type DoubtKind } from './doubt-kinds.ts';
import type { PurchaseGrade } from './purchase-verdict.ts';

/** What the decision needs of a row. */
export interface RowToConfirm {
  grade: PurchaseGrade;
  /** What is asked about it. */
  kinds: readonly DoubtKind[];
  /** Pieces that would be added; 0 when nothing can be. */
  number: number;
  isSettled: boolean;
}

/**
 * True for a row that waits for a yes about packing, form, spelling or maker. A row whose drug, strength, number or price
 * is open is never taken, however likely it is.
 */
export function mayConfirmTogether({ grade, kinds, number, isSettled }: RowToConfirm): boolean {
  return grade === 'check' && !isSettled && number > 0 && areTogether(kinds);
}

/** Why rows are left when the others are confirmed, in one sentence; null when none is. */
export function leftText(rows: readonly RowToConfirm[]): string | null {
  const single = rows.filter((row) => waits(row) && row.number > 0 && !mayConfirmTogether(row)).length;
  const unbuyable = rows.filter((row) => row.grade === 'none' || (waits(row) && row.number === 0)).length;
  const parts = [
    single > 0 ? `${single}行的药品、规格、数量或价格要逐行核对` : null,
    unbuyable > 0 ? `${unbuyable}行没有找到或暂不可购买` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join('；');
}

function waits({ grade, isSettled }: RowToConfirm): boolean {
  return grade === 'check' && !isSettled;
}
