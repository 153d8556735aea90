import { quickAddInput } from '#lib/contract/cart/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { quickAdd } from '#lib/server/services/cart/add.ts';

export const POST = endpoint(api.quickAdd, quickAddInput, quickAdd);
