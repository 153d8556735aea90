/** Payments as the platform's desk looks them up. */
import type { DeskPayments, DeskPaymentsValues } from '#lib/contract/payments/desk-schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { deskCall } from './session.ts';

/** A page of the payments as they are now. Rejects as `deskCall` does. */
export function loadPayments(input: DeskPaymentsValues): Promise<DeskPayments> {
  return deskCall(api.deskPayments, input);
}
