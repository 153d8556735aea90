import { api } from '#lib/contract/api.ts';
import { deskLoginInput } from '#lib/contract/staff.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { logInStaff } from '#lib/server/services/staff/login.ts';

export const POST = endpoint(api.deskLogin, deskLoginInput, logInStaff);
