/** Refunds in progress, at the desk. All reject as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type {
  DeskRefundsList,
  DeskRefundsValues,
  DeskRefundWire,
  PassRerouteValues,
  RefuseRerouteValues,
  RerouteRefundValues,
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
export function rerouteRefund(input: RerouteRefundValues): Promise<DeskRefundWire> {
  return deskCall(api.rerouteRefund, input);
}

/** Another person's approval: it is paid by the other way. */
export function passReroute(input: PassRerouteValues): Promise<DeskRefundWire> {
  return deskCall(api.passReroute, input);
}

/** Another person's refusal: the provider is queried again. */
export function refuseReroute(input: RefuseRerouteValues): Promise<DeskRefundWire> {
  return deskCall(api.refuseReroute, input);
}

/** Records how a double refund was resolved. */
export function settleTwice(input: SettleTwiceValues): Promise<DeskRefundWire> {
  return deskCall(api.settleTwice, input);
}
