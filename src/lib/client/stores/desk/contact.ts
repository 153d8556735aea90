/** A merchant's contacts, at its desk. */

import { api } from '#lib/contract/api.ts';
import type { MerchantContactWire, SetContactInput } from '#lib/contract/contact.ts';
import { deskCall } from './session.ts';

/** Changes them; returns their new state. Rejects as `deskCall` does. */
export function setContact(input: SetContactInput): Promise<MerchantContactWire> {
  return deskCall(api.setContact, input);
}
