import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { logOutStaff } from '#lib/server/services/staff/login.ts';

export const POST = endpoint(api.deskLogout, emptyInput, logOutStaff);
