import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { setSeal } from '#lib/server/services/lots/reports.ts';

export const POST = endpoint(api.setSeal, schemas.setSeal, setSeal);
