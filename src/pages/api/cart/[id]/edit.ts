import { api } from '#lib/contract/api.ts';
import { editLineInput } from '#lib/contract/cart.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { editLine } from '#lib/server/services/cart/change.ts';

export const POST = endpoint(api.editLine, editLineInput, editLine);
