import { api } from '#lib/contract/api.ts';
import { emptyInput } from '#lib/contract/fields.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listStaff } from '#lib/server/services/staff/people.ts';

export const GET = endpoint(api.deskStaff, emptyInput, listStaff);
