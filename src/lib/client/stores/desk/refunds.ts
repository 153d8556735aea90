/** Refunds in progress, at the desk. All reject as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type {
  DeskRefundsList,
  DeskRefundsValues,
  DeskRefundWire,
  DivertRefundValues,
  PassDiversionValues,
  RefuseDiversionValues,
  SettleTwiceValues,
} from '#lib/contract/refunds.ts';
import { deskCall } from './session.ts';

export function loadRefunds(input: DeskRefundsValues): Promise<DeskRefundsList> {
  return deskCall(api.deskRefunds, input);
}

/** Queries the provider; returns the refund's new state. */
export function askRefund(no: string): Promise<DeskRefundWire> {
  return deskCall(api.askRefund, { no });
}

/** Requests another way; nothing is paid yet. */
export function divertRefund(input: DivertRefundValues): Promise<DeskRefundWire> {
  return deskCall(api.divertRefund, input);
}

/** Another person's approval: it is paid by the other way. */
export function passDiversion(input: PassDiversionValues): Promise<DeskRefundWire> {
  return deskCall(api.passDiversion, input);
}

/** Another person's refusal: the provider is queried again. */
export function refuseDiversion(input: RefuseDiversionValues): Promise<DeskRefundWire> {
  return deskCall(api.refuseDiversion, input);
}

/** Records how a double refund was resolved. */
export function settleTwice(input: SettleTwiceValues): Promise<DeskRefundWire> {
  return deskCall(api.settleTwice, input);
}
