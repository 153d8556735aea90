import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { receiveTransfer } from '#lib/server/services/transfers/receive.ts';

export const POST = endpoint(api.receiveTransfer, schemas.receiveTransfer, receiveTransfer);
