import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { askCorrection } from '#lib/server/services/countersign/balance.ts';

export const POST = endpoint(api.askCorrection, schemas.askCorrection, askCorrection);
