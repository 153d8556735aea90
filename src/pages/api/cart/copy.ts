import { copyInput } from '#lib/contract/cart/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { copyLines } from '#lib/server/services/cart/copy.ts';

export const POST = endpoint(api.copyLines, copyInput, copyLines);
