import { editLineInput } from '#lib/contract/cart/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { editLine } from '#lib/server/services/cart/change.ts';

export const POST = endpoint(api.editLine, editLineInput, editLine);
