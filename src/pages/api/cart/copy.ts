import { api } from '#lib/contract/api.ts';
import { copyInput } from '#lib/contract/cart.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { copyLines } from '#lib/server/services/cart/copy.ts';

export const POST = endpoint(api.copyLines, copyInput, copyLines);
