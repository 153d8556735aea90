import { billsCalls } from '#lib/contract/bills.ts';
import { handlers } from '../core/calls/handlers.ts';
import { listDifferences, settle } from './differences.ts';

export const billsHandlers = handlers(billsCalls, {
  deskBills: listDifferences,
  settleDifference: settle,
});
