import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { copyLines } from '#lib/server/services/cart/copy.ts';

export const POST = endpoint(api.copyLines, schemas.copyLines, copyLines);
