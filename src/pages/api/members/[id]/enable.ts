import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { enableMember } from '#lib/server/services/members/members.ts';

export const POST = endpoint(api.enableMember, schemas.enableMember, enableMember);
