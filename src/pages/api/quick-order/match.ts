import { matchInput } from '#lib/contract/quick-order/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { matchPurchase } from '#lib/server/services/quick-order/match.ts';

export const POST = endpoint(api.matchPurchase, matchInput, matchPurchase);
