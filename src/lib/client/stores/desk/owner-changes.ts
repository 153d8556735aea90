/** Another telephone for an owner who lost theirs, at the platform's desk. Each rejects as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type { FileWire } from '#lib/contract/files.ts';
import type { AskOwnerChangeInput, OwnerChangesList } from '#lib/contract/owner-changes.ts';
import { deskCall } from './session.ts';

/** The last changes of a company. */
export function loadOwnerChanges(id: number): Promise<OwnerChangesList> {
  return deskCall(api.ownerChanges, { id });
}

/** A scan for the desk. */
export function uploadOwnerPaper(id: number, file: File): Promise<FileWire> {
  return deskCall(api.uploadOwnerPaper, { id, file });
}

/** Requests one, which another person approves. Returns the new state of the company's changes. */
export function askOwnerChange(input: AskOwnerChangeInput): Promise<OwnerChangesList> {
  return deskCall(api.askOwnerChange, input);
}
