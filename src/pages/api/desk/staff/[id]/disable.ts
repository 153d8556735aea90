import { api } from '#lib/contract/api.ts';
import { staffIdInput } from '#lib/contract/staff.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { disableStaff } from '#lib/server/services/staff/people.ts';

export const POST = endpoint(api.disableStaff, staffIdInput, disableStaff);
