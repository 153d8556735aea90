import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { addCodes } from '#lib/server/services/shipping/add-codes.ts';

export const POST = endpoint(api.addCodes, schemas.addCodes, addCodes);
