import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { acceptInvite } from '#lib/server/services/members/invite.ts';

export const POST = endpoint(api.acceptInvite, schemas.acceptInvite, acceptInvite);
