import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { startTopUp } from '#lib/server/services/payments/top-up.ts';

export const POST = endpoint(api.startTopUp, schemas.startTopUp, startTopUp);
