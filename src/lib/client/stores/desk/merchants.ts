/** Merchants' files at the desks. All reject as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type {
  CreateMerchantInput,
  MerchantFileWire,
  SaveMerchantInput,
  StoppedMerchant,
} from '#lib/contract/merchant-desk.ts';
import { deskCall } from './session.ts';

export function createMerchant(input: CreateMerchantInput): Promise<MerchantFileWire> {
  return deskCall(api.createMerchant, input);
}

/** Reads a merchant's file; null: one's own. */
export function loadMerchant(id: number | null): Promise<MerchantFileWire> {
  return id === null ? deskCall(api.ownMerchant, {}) : deskCall(api.deskMerchant, { id });
}

/** Changes fields of a merchant; null: of one's own. */
export function saveMerchant(
  id: number | null,
  changes: SaveMerchantInput['changes'],
): Promise<MerchantFileWire> {
  return id === null
    ? deskCall(api.saveOwnMerchant, { changes })
    : deskCall(api.saveMerchant, { id, changes });
}

/** `undoes`: the entry of the act that is undone, for as long as no other came behind it. */
export function stopMerchant(input: {
  id: number;
  reason: string;
  is_urgent: 0 | 1;
  undoes?: number;
}): Promise<StoppedMerchant> {
  return deskCall(api.stopMerchant, input);
}

export function resumeMerchant(input: {
  id: number;
  reason: string;
  undoes?: number;
}): Promise<StoppedMerchant> {
  return deskCall(api.resumeMerchant, input);
}

/** Asks for a closing for good; a second person begins it. */
export function closeMerchant(id: number, reason: string): Promise<MerchantFileWire> {
  return deskCall(api.closeMerchant, { id, reason });
}

/** Calls a closing off that is not over. */
export function keepMerchant(id: number, reason: string): Promise<MerchantFileWire> {
  return deskCall(api.keepMerchant, { id, reason });
}
