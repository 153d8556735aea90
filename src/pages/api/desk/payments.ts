import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listDeskPayments } from '#lib/server/services/payments/desk.ts';

export const GET = endpoint(api.deskPayments, schemas.deskPayments, listDeskPayments);
