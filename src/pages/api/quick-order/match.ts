import { api } from '#lib/contract/api.ts';
import { matchInput } from '#lib/contract/quick-order.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { matchPurchase } from '#lib/server/services/quick-order/match.ts';

export const POST = endpoint(api.matchPurchase, matchInput, matchPurchase);
