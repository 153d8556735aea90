import { payNoInput } from '#lib/contract/payments/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getPayment } from '#lib/server/services/payments/read.ts';

export const GET = endpoint(api.payment, payNoInput, getPayment);
