/** Acts that wait for a second person, at the platform's desk. Each rejects as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type { IssueValues } from '#lib/contract/companies/issue-schema.ts';
import type { ActWire } from '#lib/contract/countersign.ts';
import { deskCall } from './session.ts';

/** Requests one; `key` is its idempotency key, so that a second press requests once. */
export function askCorrection(
  key: string,
  input: { id: number; amount: string; reason: string },
): Promise<ActWire> {
  return deskCall(api.askCorrection, input, { headers: { 'Idempotency-Key': key } });
}

/** Asks that a coupon or a voucher is given; `key` as above. */
export function askIssue(key: string, input: IssueValues): Promise<ActWire> {
  return deskCall(api.askIssue, input, { headers: { 'Idempotency-Key': key } });
}
