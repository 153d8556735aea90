/** The calendar of the company's papers, at this person's own address. Rejects as `call` does: 409 says how it stands. */
import type { PaperCalendar } from '#lib/contract/papers/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { call } from '../../api.ts';

export function openPaperCalendar(version: number): Promise<PaperCalendar> {
  return call(api.openPaperCalendar, { version });
}

export function dropPaperCalendar(version: number): Promise<PaperCalendar> {
  return call(api.dropPaperCalendar, { version });
}
