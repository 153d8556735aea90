/** A change of an owner's telephone that the company may still end. */
import type { ComingOwnerChange } from '#lib/contract/owner-changes/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { call } from '../../api.ts';

/** Ends it. Rejects as `call` does. */
export function objectOwnerChange(id: number): Promise<ComingOwnerChange> {
  return call(api.objectOwnerChange, { id });
}
