import { approvalsCalls } from '#lib/contract/approvals.ts';
import { handlers } from '../../calls/handlers.ts';
import { changeTrade } from './change.ts';
import { passTrade, refuseTrade } from './decide.ts';
import { getApproval, listApprovals } from './read.ts';

export const approvalsHandlers = handlers(approvalsCalls, {
  approvals: listApprovals,
  approval: getApproval,
  passTrade,
  refuseTrade,
  changeTrade,
});
