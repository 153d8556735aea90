import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { revokeInvite } from '#lib/server/services/members/invite.ts';

export const POST = endpoint(api.revokeInvite, schemas.revokeInvite, revokeInvite);
