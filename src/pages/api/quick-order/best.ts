import { bestCartInput } from '#lib/contract/quick-order/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { planBestCart } from '#lib/server/services/quick-order/best.ts';

export const POST = endpoint(api.bestCart, bestCartInput, planBestCart);
