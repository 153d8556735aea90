import { approvalsCalls } from '#lib/contract/approvals.ts';
import { handlers } from '../core/calls/handlers.ts';
import { changeTrade } from './approval-change.ts';
import { passTrade, refuseTrade } from './approval-decide.ts';
import { getApproval, listApprovals } from './approvals.ts';

export const approvalsHandlers = handlers(approvalsCalls, {
  approvals: listApprovals,
  approval: getApproval,
  passTrade,
  refuseTrade,
  changeTrade,
});
