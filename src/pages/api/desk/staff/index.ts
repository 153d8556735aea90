import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { addPerson, listStaff } from '#lib/server/services/staff/people.ts';

export const GET = endpoint(api.deskStaff, schemas.deskStaff, listStaff);
export const POST = endpoint(api.addStaff, schemas.addStaff, addPerson);
