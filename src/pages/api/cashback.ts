import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCashbacks } from '#lib/server/services/activities/cashback.ts';

export const GET = endpoint(api.cashbacks, schemas.cashbacks, listCashbacks);
