import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { handInPapers } from '#lib/server/services/companies/hand-in.ts';

export const POST = endpoint(api.handIn, schemas.handIn, handInPapers);
