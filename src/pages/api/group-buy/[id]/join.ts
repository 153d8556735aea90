import { joinInput } from '#lib/contract/activities/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { joinGroupBuy } from '#lib/server/services/activities/join.ts';

export const POST = endpoint(api.joinGroupBuy, joinInput, joinGroupBuy);
