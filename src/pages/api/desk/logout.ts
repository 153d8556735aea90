import { api } from '#lib/contract/api.ts';
import { emptyInput } from '#lib/contract/fields.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { logOutStaff } from '#lib/server/services/staff/login.ts';

export const POST = endpoint(api.deskLogout, emptyInput, logOutStaff);
