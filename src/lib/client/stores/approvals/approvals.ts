/** Trades that wait for the company's approval, and an approver's acts. Everything rejects as `call` does. */

import { api } from '#lib/contract/api.ts';
import type { ApprovalList, ApprovalWire, Decided } from '#lib/contract/approvals.ts';
import { call } from '../../api.ts';

export function loadApprovals(page: number): Promise<ApprovalList> {
  return call(api.approvals, { page });
}

export function loadApproval(no: string): Promise<ApprovalWire> {
  return call(api.approval, { no });
}

type Seen = Pick<ApprovalWire, 'trade_no' | 'pay_amount'>;

export function passTrade({ trade_no: no, pay_amount }: Seen): Promise<Decided> {
  return call(api.passTrade, { no, expected_total: pay_amount });
}

export function refuseTrade({ trade_no: no }: Seen, reason: string): Promise<Decided> {
  return call(api.refuseTrade, { no, reason });
}

/** Pieces by line; 0 strikes. */
export function changeTrade(
  { trade_no: no, pay_amount }: Seen,
  numbers: ReadonlyMap<number, number>,
): Promise<ApprovalWire> {
  const lines = [...numbers].map(([id, number]) => ({ id, number }));
  return call(api.changeTrade, { no, expected_total: pay_amount, lines });
}
