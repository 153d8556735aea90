import { api } from '#lib/contract/api.ts';
import { rememberInput } from '#lib/contract/quick-order.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { rememberPurchase } from '#lib/server/services/quick-order/match.ts';

export const POST = endpoint(api.rememberPurchase, rememberInput, rememberPurchase);
