/** A change of an owner's telephone that the company may still end. */

import { api } from '#lib/contract/api.ts';
import type { ComingOwnerChange } from '#lib/contract/owner-changes.ts';
import { call } from '../../api.ts';

/** Ends it. Rejects as `call` does. */
export function objectOwnerChange(id: number): Promise<ComingOwnerChange> {
  return call(api.objectOwnerChange, { id });
}
