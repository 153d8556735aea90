/** State of a company's licence from its row, for the rules and for the desk. */
import {
  type Paper,
  type PaperKind,
  paperValidity,
  paperValidityTexts,
} from '#lib/rules/companies/qualification.ts';
import type { WordOf } from '#lib/rules/site/words.ts';
import { findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';

export interface PaperDays {
  kind: PaperKind;
  number: string;
  status: WordOf<'paper.status'>;
  /** Shanghai days; null is unknown, or without end. */
  validFrom: string | null;
  validTo: string | null;
}

/** The input of the rules. */
export function paperOf({ kind, number, validFrom, validTo }: PaperDays): Paper {
  return {
    kind,
    number,
    validFrom: validFrom === null ? null : findDay(validFrom),
    validTo: validTo === null ? null : findDayEnd(validTo),
  };
}

/** For every version but the approved one: just a word of the table. */
const stateTexts: Partial<Record<string, string>> = {
  draft: '待提交',
  reviewing: '审核中',
  rejected: '已驳回',
  replaced: '已更换',
};

/** True for a licence that passed its review: only those decide what a company may buy. */
export function countsAsPaper(status: WordOf<'paper.status'>): boolean {
  return stateTexts[status] === undefined;
}

/** Its state; for one that passed its review its validity. */
export function paperStateText(row: PaperDays, now: Date): string {
  return stateTexts[row.status] ?? paperValidityTexts[paperValidity(paperOf(row), now.getTime())];
}
