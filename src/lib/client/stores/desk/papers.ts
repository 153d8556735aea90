/** Licences that expire soon, at the desk. */

import { api } from '#lib/contract/api.ts';
import type { LapsingPaperWire, PapersList, PapersValues } from '#lib/contract/companies/calls.ts';
import { deskCall } from './session.ts';

/** A page of the papers as they are now. Rejects as `deskCall` does. */
export function loadPapers(input: PapersValues): Promise<PapersList> {
  return deskCall(api.deskPapers, input);
}

/** Reminds the company of a licence, and returns the licence's new state. Rejects as `deskCall` does. */
export function remindPaper(id: number): Promise<LapsingPaperWire> {
  return deskCall(api.remindPaper, { id });
}
