import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getStaff } from '#lib/server/services/staff/login.ts';

export const GET = endpoint(api.deskMe, emptyInput, getStaff);
