import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { settle } from '#lib/server/services/bills/differences.ts';

export const POST = endpoint(api.settleDifference, schemas.settleDifference, settle);
