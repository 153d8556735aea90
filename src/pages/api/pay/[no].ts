import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getPayment } from '#lib/server/services/payments/read.ts';

export const GET = endpoint(api.payment, schemas.payment, getPayment);
