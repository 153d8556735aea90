/** Payments as the platform's desk looks them up. */

import { api } from '#lib/contract/api.ts';
import type { DeskPayments, DeskPaymentsValues } from '#lib/contract/payments/desk-schema.ts';
import { deskCall } from './session.ts';

/** A page of the payments as they are now. Rejects as `deskCall` does. */
export function loadPayments(input: DeskPaymentsValues): Promise<DeskPayments> {
  return deskCall(api.deskPayments, input);
}
