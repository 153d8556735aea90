import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { quickAdd } from '#lib/server/services/cart/add.ts';

export const POST = endpoint(api.quickAdd, schemas.quickAdd, quickAdd);
