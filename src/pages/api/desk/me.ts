import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getStaff } from '#lib/server/services/staff/login.ts';

export const GET = endpoint(api.deskMe, schemas.deskMe, getStaff);
