import { activityFilter } from '#lib/contract/activities.ts';
import { api } from '#lib/contract/api.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listCashbacks } from '#lib/server/services/activities/cashback.ts';

export const GET = endpoint(api.cashbacks, activityFilter, listCashbacks);
