import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { rebuyOrder } from '#lib/server/services/orders/rebuy.ts';
import { previewRebuy } from '#lib/server/services/orders/rebuy-preview.ts';

export const GET = endpoint(api.previewRebuy, schemas.previewRebuy, previewRebuy);
export const POST = endpoint(api.rebuyOrder, schemas.rebuyOrder, rebuyOrder);
