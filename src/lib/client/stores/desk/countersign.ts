/** Acts that wait for a second person, at the platform's desk. Each rejects as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type { IssueValues } from '#lib/contract/companies/issue-schema.ts';
import type { ActsList, ActsValues, ActWire } from '#lib/contract/countersign.ts';
import { deskCall } from './session.ts';

/** A page of them as they are now. */
export function loadActs(input: ActsValues): Promise<ActsList> {
  return deskCall(api.deskActs, input);
}

/** Requests one; `key` is its idempotency key, so that a second press requests once. */
export function askCorrection(
  key: string,
  input: { id: number; amount: string; reason: string },
): Promise<ActWire> {
  return deskCall(api.askCorrection, input, { headers: { 'Idempotency-Key': key } });
}

/** Another person's yes. */
export function passAct(id: number): Promise<ActWire> {
  return deskCall(api.passAct, { id });
}

/** The requester withdraws it. */
export function withdrawAct(id: number): Promise<ActWire> {
  return deskCall(api.withdrawAct, { id });
}

/** Another person's no. */
export function refuseAct(id: number, word: string): Promise<ActWire> {
  return deskCall(api.refuseAct, { id, word });
}

/** Asks that a coupon or a voucher is given; `key` as above. */
export function askIssue(key: string, input: IssueValues): Promise<ActWire> {
  return deskCall(api.askIssue, input, { headers: { 'Idempotency-Key': key } });
}
