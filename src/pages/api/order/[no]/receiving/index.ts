import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { receiveOrder } from '#lib/server/services/receiving/receive.ts';
import { getReceivingSheet } from '#lib/server/services/receiving/sheet.ts';

export const GET = endpoint(api.receivingSheet, schemas.receivingSheet, getReceivingSheet);
export const POST = endpoint(api.receiveOrder, schemas.receiveOrder, receiveOrder);
