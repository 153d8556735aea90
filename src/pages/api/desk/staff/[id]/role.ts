import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { setStaffRole } from '#lib/server/services/staff/people.ts';

export const POST = endpoint(api.setStaffRole, schemas.setStaffRole, setStaffRole);
