import { ownerChangesCalls } from '#lib/contract/owner-changes.ts';
import { handlers } from '../core/calls/handlers.ts';
import { askOwnerChange, listOwnerChanges, uploadOwnerPaper } from './ask.ts';
import { objectOwnerChange } from './object.ts';

export const ownerChangesHandlers = handlers(ownerChangesCalls, {
  ownerChanges: listOwnerChanges,
  askOwnerChange,
  uploadOwnerPaper,
  objectOwnerChange,
});
