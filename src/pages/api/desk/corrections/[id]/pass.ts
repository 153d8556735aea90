import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { passCorrection } from '#lib/server/services/corrections/corrections.ts';

export const POST = endpoint(api.passCorrection, schemas.passCorrection, passCorrection);
