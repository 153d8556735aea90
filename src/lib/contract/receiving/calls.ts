/** Calls for receiving goods. */
import { dear, get, need, post, whileFrozen } from '../call.ts';
import type { receivingSchemas } from './schema.ts';

type Schemas = typeof receivingSchemas;

export const receivingCalls = {
  orderPapers: whileFrozen(
    need('papers', get<Schemas['orderPapers'], 'buyer'>('/api/order/{no}/papers', 'buyer')),
  ),
  askPapers: post<Schemas['askPapers']>('/api/order/{no}/papers', 'buyer', 'receive'),
  receivingSheet: whileFrozen(get<Schemas['receivingSheet'], 'buyer'>('/api/order/{no}/receiving', 'buyer')),
  previewReceipt: dear(
    'quote',
    post<Schemas['previewReceipt']>('/api/order/{no}/receiving/preview', 'buyer', 'receive'),
  ),
  receiveOrder: post<Schemas['receiveOrder']>('/api/order/{no}/receiving', 'buyer', 'receive'),
};
