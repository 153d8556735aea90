import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listDifferences } from '#lib/server/services/bills/differences.ts';

export const GET = endpoint(api.deskBills, schemas.deskBills, listDifferences);
