import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { matchPurchase } from '#lib/server/services/quick-order/match.ts';

export const POST = endpoint(api.matchPurchase, schemas.matchPurchase, matchPurchase);
