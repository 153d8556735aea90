import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { editLine } from '#lib/server/services/cart/change.ts';

export const POST = endpoint(api.editLine, schemas.editLine, editLine);
