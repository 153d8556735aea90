import { payMethodsInput } from '#lib/contract/payments/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listPayMethods } from '#lib/server/services/payments/read.ts';

export const GET = endpoint(api.payMethods, payMethodsInput, listPayMethods);
