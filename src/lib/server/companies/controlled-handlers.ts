import { controlledCalls } from '#lib/contract/controlled.ts';
import { handlers } from '../core/calls/handlers.ts';
import { applyForControlled, listOwnApplications } from '../merchants/controlled.ts';
import { approveGrantRow, listGrants, refuseGrantRow } from './grants.ts';

export const controlledHandlers = handlers(controlledCalls, {
  controlledApplications: listOwnApplications,
  deskGrants: listGrants,
  approveGrant: approveGrantRow,
  refuseGrant: refuseGrantRow,
  applyForControlled,
});
