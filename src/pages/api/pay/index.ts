import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { startPayment } from '#lib/server/services/payments/pay.ts';

export const POST = endpoint(api.pay, schemas.pay, startPayment);
