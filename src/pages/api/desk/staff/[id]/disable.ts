import { staffIdInput } from '#lib/contract/staff/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { disableStaff } from '#lib/server/services/staff/people.ts';

export const POST = endpoint(api.disableStaff, staffIdInput, disableStaff);
