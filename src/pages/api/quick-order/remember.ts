import { rememberInput } from '#lib/contract/quick-order/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { rememberPurchase } from '#lib/server/services/quick-order/match.ts';

export const POST = endpoint(api.rememberPurchase, rememberInput, rememberPurchase);
