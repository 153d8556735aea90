import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { withdrawProposal } from '#lib/server/services/companies/proposals.ts';

export const POST = endpoint(api.withdrawProposal, schemas.withdrawProposal, withdrawProposal);
