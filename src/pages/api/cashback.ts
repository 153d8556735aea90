import { activityFilter } from '#lib/contract/activities/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCashbacks } from '#lib/server/services/activities/cashback.ts';

export const GET = endpoint(api.cashbacks, activityFilter, listCashbacks);
