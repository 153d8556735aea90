/** Who makes, sees and decides sets of each kind of rows (rules 18). */

import { type ChangeSubject, changeSubjects } from '../changes/set-source.ts';
import { type Side, type StaffPermission, staffMay } from './staff.ts';

/** The permission that a kind of rows wants. */
export const subjectMay = {
  goods: 'goods',
  goods_tax: 'taxes',
} as const satisfies Record<ChangeSubject, StaffPermission>;

/** The kinds of rows of a person; a command, which has no role, has all. */
export function subjectsFor(side: Side, role: string | undefined): ChangeSubject[] {
  return changeSubjects.filter((name) => role === undefined || staffMay(side, role, subjectMay[name]));
}
