/** Bank transfers at the platform's desk. */
import { dear, get, need, post, sure } from '../call.ts';
import type { transfersSchemas } from './schema.ts';

type Schemas = typeof transfersSchemas;

export const transfersCalls = {
  deskTransfers: need(
    'payments',
    get<Schemas['deskTransfers'], 'platform'>('/api/desk/transfers', 'platform'),
  ),
  receiveTransfer: sure(
    post<Schemas['receiveTransfer'], 'platform'>('/api/desk/transfers/{no}/receive', 'platform', 'payments'),
  ),
  undoReceipt: sure(
    post<Schemas['undoReceipt'], 'platform'>('/api/desk/transfers/{no}/undo', 'platform', 'payments'),
  ),
  refuseTransfer: post<Schemas['refuseTransfer'], 'platform'>(
    '/api/desk/transfers/{no}/refuse',
    'platform',
    'payments',
  ),
  deskStatement: need(
    'payments',
    get<Schemas['deskStatement'], 'platform'>('/api/desk/statement', 'platform'),
  ),
  importStatement: dear(
    'upload',
    post<Schemas['importStatement'], 'platform'>('/api/desk/statement', 'platform', 'payments'),
  ),
  registerCredits: sure(
    post<Schemas['registerCredits'], 'platform'>('/api/desk/statement/register', 'platform', 'payments'),
  ),
  deskPayouts: need('payments', get<Schemas['deskPayouts'], 'platform'>('/api/desk/payouts', 'platform')),
  donePayout: sure(
    post<Schemas['donePayout'], 'platform'>('/api/desk/payouts/{no}/done', 'platform', 'payments'),
  ),
};
