/** After-sale at the desks. Each rejects as `deskCall` does. */
import type { DeskAfterSaleDetail } from '#lib/contract/after-sale/desk-schema.ts';
import { api } from '#lib/contract/api.ts';
import type { FileWire } from '#lib/contract/files.ts';
import { deskCall } from './session.ts';

/** Agrees; `waives` where nothing has to be sent back. */
export function agreeCase(id: number, text: string, waives: boolean): Promise<DeskAfterSaleDetail> {
  return deskCall(api.agreeAfterSale, { id, text, waives: waives ? 1 : 0 });
}

export function refuseCase(id: number, text: string): Promise<DeskAfterSaleDetail> {
  return deskCall(api.refuseAfterSale, { id, text });
}

export function arriveCase(id: number): Promise<DeskAfterSaleDetail> {
  return deskCall(api.arriveAfterSale, { id });
}

/** Accepts the returned goods; for an exchange with the replacement's parcel. */
export function acceptCase(
  id: number,
  parcel: {
    carrier: string;
    tracking_no: string;
    temperature: string;
    cooler: string;
    recorder: string;
    lines?: { line_id: number; codes: string }[];
  },
): Promise<DeskAfterSaleDetail> {
  return deskCall(api.acceptAfterSale, { id, ...parcel });
}

/** Pays back in place of an exchange, as much as was shown. */
export function repayCase(id: number, text: string, expected: string): Promise<DeskAfterSaleDetail> {
  return deskCall(api.repayAfterSale, { id, text, expected_amount: expected });
}

/** A picture for the talk of a case. */
export function uploadForCase(id: number, file: File): Promise<FileWire> {
  return deskCall(api.deskAfterSalePicture, { id, file });
}

export function talkAtDesk(input: {
  id: number;
  text: string;
  pictures: number[];
  token: string;
}): Promise<DeskAfterSaleDetail> {
  return deskCall(api.deskTalkAfterSale, input);
}
