import { deskLoginInput } from '#lib/contract/staff/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { logInStaff } from '#lib/server/services/staff/login.ts';

export const POST = endpoint(api.deskLogin, deskLoginInput, logInStaff);
