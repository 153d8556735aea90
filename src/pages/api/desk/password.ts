import { deskPasswordInput } from '#lib/contract/staff/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { changeStaffPassword } from '#lib/server/services/staff/login.ts';

export const POST = endpoint(api.deskPassword, deskPasswordInput, changeStaffPassword);
