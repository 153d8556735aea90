import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { passAct } from '#lib/server/services/countersign/countersign.ts';

export const POST = endpoint(api.passAct, schemas.passAct, passAct);
