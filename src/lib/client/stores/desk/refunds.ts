/** Refunds on their way back, as the desk looks after them. All reject as `deskCall` does. */
import type {
  DeskRefundsList,
  DeskRefundsValues,
  DeskRefundWire,
  DivertRefundValues,
  PassDiversionValues,
  RefuseDiversionValues,
  SettleTwiceValues,
} from '#lib/contract/refunds/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { deskCall } from './session.ts';

export function loadRefunds(input: DeskRefundsValues): Promise<DeskRefundsList> {
  return deskCall(api.deskRefunds, input);
}

/** Its house is asked; answers the refund as it is then. */
export function askRefund(no: string): Promise<DeskRefundWire> {
  return deskCall(api.askRefund, { no });
}

/** Asks for another way; nothing is paid yet. */
export function divertRefund(input: DivertRefundValues): Promise<DeskRefundWire> {
  return deskCall(api.divertRefund, input);
}

/** Another person's yes: it is paid by the other way. */
export function passDiversion(input: PassDiversionValues): Promise<DeskRefundWire> {
  return deskCall(api.passDiversion, input);
}

/** Another person's no: its house is asked again. */
export function refuseDiversion(input: RefuseDiversionValues): Promise<DeskRefundWire> {
  return deskCall(api.refuseDiversion, input);
}

/** What became of money that went back twice. */
export function settleTwice(input: SettleTwiceValues): Promise<DeskRefundWire> {
  return deskCall(api.settleTwice, input);
}
