/** Calls of the company's own approval of orders beyond a member's limit (rules 3). */
import { dear, get, need, post } from '../call.ts';
import type { approvalsSchemas } from './schema.ts';

type Schemas = typeof approvalsSchemas;

export const approvalsCalls = {
  approvals: need('approve', get<Schemas['approvals'], 'buyer'>('/api/approvals', 'buyer')),
  approval: need('approve', get<Schemas['approval'], 'buyer'>('/api/approvals/{no}', 'buyer')),
  passTrade: post<Schemas['passTrade']>('/api/approvals/{no}/pass', 'buyer', 'approve'),
  refuseTrade: post<Schemas['refuseTrade']>('/api/approvals/{no}/refuse', 'buyer', 'approve'),
  changeTrade: dear('order', post<Schemas['changeTrade']>('/api/approvals/{no}/change', 'buyer', 'approve')),
};
