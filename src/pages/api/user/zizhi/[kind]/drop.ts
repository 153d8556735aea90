import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { dropPaper } from '#lib/server/services/companies/save-paper.ts';

export const POST = endpoint(api.dropPaper, schemas.dropPaper, dropPaper);
