import { api } from '#lib/contract/api.ts';
import { shelfLifeInput } from '#lib/contract/quick-order.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { setShelfLife } from '#lib/server/services/quick-order/best.ts';

export const POST = endpoint(api.setShelfLife, shelfLifeInput, setShelfLife);
