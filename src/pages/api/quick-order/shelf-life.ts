import { shelfLifeInput } from '#lib/contract/quick-order/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { setShelfLife } from '#lib/server/services/quick-order/best.ts';

export const POST = endpoint(api.setShelfLife, shelfLifeInput, setShelfLife);
