import { joinInput } from '#lib/contract/activities.ts';
import { api } from '#lib/contract/api.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { joinGroupBuy } from '#lib/server/services/activities/join.ts';

export const POST = endpoint(api.joinGroupBuy, joinInput, joinGroupBuy);
