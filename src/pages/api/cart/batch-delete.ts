import { api } from '#lib/contract/api.ts';
import { lineIdsInput } from '#lib/contract/cart.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { deleteLines } from '#lib/server/services/cart/change.ts';

export const POST = endpoint(api.deleteLines, lineIdsInput, deleteLines);
