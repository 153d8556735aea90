import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { rememberPurchase } from '#lib/server/services/quick-order/match.ts';

export const POST = endpoint(api.rememberPurchase, schemas.rememberPurchase, rememberPurchase);
