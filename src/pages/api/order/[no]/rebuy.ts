import { orderNoInput } from '#lib/contract/orders/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { rebuyOrder } from '#lib/server/services/orders/rebuy.ts';
import { previewRebuy } from '#lib/server/services/orders/rebuy-preview.ts';

export const GET = endpoint(api.previewRebuy, orderNoInput, previewRebuy);
export const POST = endpoint(api.rebuyOrder, orderNoInput, rebuyOrder);
