import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { setShelfLife } from '#lib/server/services/quick-order/best.ts';

export const POST = endpoint(api.setShelfLife, schemas.setShelfLife, setShelfLife);
