import { api } from '#lib/contract/api.ts';
import { refuseOrderInput } from '#lib/contract/orders.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { refuseMyOrder } from '#lib/server/services/orders/change.ts';

export const POST = endpoint(api.refuseOrder, refuseOrderInput, refuseMyOrder);
