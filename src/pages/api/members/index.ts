import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listColleagues } from '#lib/server/services/members/members.ts';

export const GET = endpoint(api.members, schemas.members, listColleagues);
