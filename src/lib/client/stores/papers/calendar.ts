/**
 * The calendar of the company's licences, at this person's own address. Rejects as `call` does: 409 carries the current
 * state.
 */

import { api } from '#lib/contract/api.ts';
import type { PaperCalendar } from '#lib/contract/papers.ts';
import { call } from '../../api.ts';

export function openPaperCalendar(version: number): Promise<PaperCalendar> {
  return call(api.openPaperCalendar, { version });
}

export function dropPaperCalendar(version: number): Promise<PaperCalendar> {
  return call(api.dropPaperCalendar, { version });
}
