import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { approveGrantRow } from '#lib/server/services/companies/grants.ts';

export const POST = endpoint(api.approveGrant, schemas.approveGrant, approveGrantRow);
