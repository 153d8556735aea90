/** After-sale in the shop. Each rejects as `call` does: 422 names the field. */
import type {
  AfterSaleDetail,
  AfterSalePreview,
  AskAfterSaleInput,
  PreviewAfterSaleInput,
  TalkAfterSaleInput,
} from '#lib/contract/after-sale/calls.ts';
import { api } from '#lib/contract/api.ts';
import type { FileWire } from '#lib/contract/files.ts';
import { call } from '../api.ts';
import { uploadFile } from '../upload.ts';

/** The refund for these pieces. */
export function previewAfterSale(input: PreviewAfterSaleInput): Promise<AfterSalePreview> {
  return call(api.previewAfterSale, input);
}

export function askAfterSale(input: AskAfterSaleInput): Promise<AfterSaleDetail> {
  return call(api.askAfterSale, input);
}

export function loadAfterSale(id: number): Promise<AfterSaleDetail> {
  return call(api.afterSale, { id });
}

export function withdrawAfterSale(id: number): Promise<AfterSaleDetail> {
  return call(api.withdrawAfterSale, { id });
}

export function sendAfterSale(input: {
  id: number;
  carrier: string;
  tracking_no: string;
}): Promise<AfterSaleDetail> {
  return call(api.sendAfterSale, input);
}

export function appealAfterSale(id: number, text: string): Promise<AfterSaleDetail> {
  return call(api.appealAfterSale, { id, text });
}

export function talkAfterSale(input: TalkAfterSaleInput): Promise<AfterSaleDetail> {
  return call(api.talkAfterSale, input);
}

/** A picture of what is wrong. */
export function uploadPicture(
  file: File,
  options: { signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<FileWire> {
  return uploadFile(file, options, api.afterSalePicture);
}
