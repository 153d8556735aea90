/** Corrections of balances and what is given to a company, at the platform's desk. Each rejects as `deskCall` does. */
import type { IssueValues } from '#lib/contract/companies/issue-schema.ts';
import type { CorrectionsList, CorrectionsValues, CorrectionWire } from '#lib/contract/corrections/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { deskCall } from './session.ts';

/** A page of them as they are now. */
export function loadCorrections(input: CorrectionsValues): Promise<CorrectionsList> {
  return deskCall(api.deskCorrections, input);
}

/** Asks for one; `key` names the wish, so that a second press asks once. */
export function askCorrection(
  key: string,
  input: { id: number; amount: string; reason: string },
): Promise<CorrectionWire> {
  return deskCall(api.askCorrection, input, { headers: { 'Idempotency-Key': key } });
}

/** Another person's yes. */
export function passCorrection(id: number): Promise<CorrectionWire> {
  return deskCall(api.passCorrection, { id });
}

/** Another person's no. */
export function refuseCorrection(id: number, word: string): Promise<CorrectionWire> {
  return deskCall(api.refuseCorrection, { id, word });
}

/** Asks that a coupon or a voucher is given; `key` as above. */
export function askIssue(key: string, input: IssueValues): Promise<CorrectionWire> {
  return deskCall(api.askIssue, input, { headers: { 'Idempotency-Key': key } });
}
