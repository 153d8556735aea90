import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listGroupBuys } from '#lib/server/services/activities/group-buy.ts';

export const GET = endpoint(api.groupBuys, schemas.groupBuys, listGroupBuys);
