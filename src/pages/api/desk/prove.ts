import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { proveStaff } from '#lib/server/services/staff/prove.ts';

export const POST = endpoint(api.proveStaff, schemas.proveStaff, proveStaff);
