import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { joinGroupBuy } from '#lib/server/services/activities/join.ts';

export const POST = endpoint(api.joinGroupBuy, schemas.joinGroupBuy, joinGroupBuy);
